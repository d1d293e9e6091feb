// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What somebody types that nobody else should see. */
final class Secret {

    private Secret() {}

    /** A line from the terminal, not shown, or of the input where there is no terminal; without blanks around it. */
    static String read(String prompt, InputStream in) {
        return terminal(in)
                .map(terminal -> typed(terminal, prompt))
                .orElseGet(() -> line(in))
                .strip();
    }

    /** A new password, byte for byte as the console will compare it: blanks belong to it. On a terminal it is typed twice. */
    static String password(InputStream in) {
        Optional<Console> terminal = terminal(in);
        if (terminal.isEmpty()) {
            return line(in);
        }
        String password = typed(terminal.get(), "password: ");
        if (password.isBlank()) {
            throw new Main.WrongUse("a password is not empty");
        }
        if (!password.equals(typed(terminal.get(), "once more: "))) {
            throw new Main.WrongUse("the two are not the same: nobody could have signed in with what was meant");
        }
        return password;
    }

    @SuppressWarnings("SystemConsoleNull") // It is null up to JDK 21, and later says whether it is a terminal.
    private static Optional<Console> terminal(InputStream in) {
        return in == System.in ? Optional.ofNullable(System.console()).filter(Secret::isTerminal) : Optional.empty();
    }

    private static String typed(Console terminal, String prompt) {
        char[] typed = terminal.readPassword("%s", prompt);
        return typed == null ? "" : new String(typed);
    }

    private static String line(InputStream in) {
        try {
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            if (line == null || line.isBlank()) {
                throw new Main.WrongUse("there is nothing to read: it is expected as a line of the input");
            }
            return line;
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
