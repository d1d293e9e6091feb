// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process of its own that runs a main class of the tests. It is told lines and says lines; when it is told nothing any
 * more it ends, so that it never outlives the tests.
 */
final class Child implements AutoCloseable {

    /** What the system reports of a process that was ended by SIGKILL: 128 and the signal's number. */
    static final int KILLED = 137;

    /** Quick to start and small: there are many. */
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData", "-Xmx96m");

    private final Process process;
    private final PrintWriter words;
    private final Thread ear;

    private Child(Process process, Consumer<String> heard) {
        this.process = process;
        this.words = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.ear = new Thread(() -> listen(heard), "ear-of-" + process.pid());
        this.ear.setDaemon(true);
        this.ear.start();
    }

    /** What the child writes to its error stream is in {@code target/children.log}. */
    static Child start(Class<?> main, Map<String, String> environment, Consumer<String> heard, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(new File("target/children.log")));
        try {
            return new Child(builder.start(), heard);
        } catch (IOException e) {
            throw new UncheckedIOException("a process of the test does not start", e);
        }
    }

    private void listen(Consumer<String> heard) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a process of the test cannot be heard", e);
        }
    }

    void tell(String line) {
        words.println(line);
    }

    /** Ends it in the middle of whatever it does, and hears out what it had said. */
    int kill() throws InterruptedException {
        // By its handle: the process object would close the pipes with what is still in them.
        process.toHandle().destroyForcibly();
        return exitCode();
    }

    /** Lets it end by itself, which it does when it is told nothing any more. */
    int end() throws InterruptedException {
        words.close();
        return exitCode();
    }

    /** How it ended; whatever it had said is heard by then. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("process " + process.pid() + " does not end");
        }
        ear.join();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }
}
