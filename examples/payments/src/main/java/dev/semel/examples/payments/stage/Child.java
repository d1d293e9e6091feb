// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process of its own that runs a main class of this class path, and says where it is in a line with "at http://". It ends with
 * the one that started it, however that ends: nobody holds its input then.
 */
final class Child implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile(" at (http://\\S+)");

    /** How a stack trace begins with its innermost reason, and how Boot does where it has words of its own. */
    private static final Pattern REASON = Pattern.compile("^\\s*(?:Caused by: |Reason: )(.+)");

    private final String name;
    private final Process process;
    private final CompletableFuture<URI> address = new CompletableFuture<>();

    private volatile String reason = "it gave no reason";
    private volatile boolean killed;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        Thread listener = new Thread(this::listen, "hears " + name);
        listener.setDaemon(true);
        listener.start();
    }

    static Child start(String name, Class<?> main, Map<String, String> environment, List<String> arguments)
            throws IOException {
        Stream<String> command = Stream.of(
                System.getProperty("java.home") + "/bin/java",
                // A process that may be killed in a minute: its start is what counts.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                main.getName());
        ProcessBuilder builder =
                new ProcessBuilder(Stream.concat(command, arguments.stream()).toList());
        builder.environment().putAll(environment);
        return new Child(name, builder.redirectErrorStream(true).start());
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(name + " | " + line);
                hear(line);
            }
        } catch (IOException e) {
            // A process that was killed says nothing more.
        }
        address.completeExceptionally(
                new NotStarted("the " + name + " ended before it was ready, and everything else with it: " + reason
                        + "; what it said is above: put that right, and start again"));
    }

    private void hear(String line) {
        Matcher found = ADDRESS.matcher(line);
        if (found.find()) {
            address.complete(URI.create(found.group(1)));
        }
        Matcher why = REASON.matcher(line);
        if (why.find()) {
            reason = why.group(1);
        }
    }

    /** Where it serves, once it does. */
    CompletableFuture<URI> address() {
        return address;
    }

    /** Where it serves, if it does now. */
    Optional<URI> serving() {
        return process.isAlive() && address.isDone() && !address.isCompletedExceptionally()
                ? Optional.of(address.join())
                : Optional.empty();
    }

    long pid() {
        return process.pid();
    }

    /** Whether it was killed by us, and so did not crash. */
    boolean wasKilled() {
        return killed;
    }

    CompletableFuture<Integer> ended() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** SIGKILL: in the middle of whatever it does. */
    void kill() {
        killed = true;
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        int unused = ended().join();
    }

    /** Runs a main class until it ends, or until the parent does. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(Child::endWithParent, "watches the parent");
        watch.setDaemon(true);
        watch.start();
        String[] rest = List.of(args).subList(1, args.length).toArray(String[]::new);
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes: it is held open, and that is all.
            }
            Runtime.getRuntime().halt(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
