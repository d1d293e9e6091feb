// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** What somebody types that nobody else should see. */
final class Secret {

    private Secret() {}

    /** A line from the terminal, not shown, or of the input where there is no terminal. */
    @SuppressWarnings("SystemConsoleNull") // It is null up to JDK 21, and later says whether it is a terminal.
    static String read(String prompt, InputStream in) {
        Console terminal = System.console();
        if (in == System.in && terminal != null && isTerminal(terminal)) {
            char[] typed = terminal.readPassword("%s", prompt);
            return typed == null ? "" : new String(typed).strip();
        }
        try {
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            if (line == null || line.isBlank()) {
                throw new Main.WrongUse("there is nothing to read: it is expected as a line of the input");
            }
            return line.strip();
        } catch (IOException e) {
            throw new IllegalStateException("the input cannot be read", e);
        }
    }

    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
