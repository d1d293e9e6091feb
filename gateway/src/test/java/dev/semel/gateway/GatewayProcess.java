// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A gateway in a process of its own, as a user starts it. */
final class GatewayProcess {

    private static final Pattern PLACE = Pattern.compile("the gateway listens at (http\\S+)");

    /** Quick to start and small: there are many. */
    static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData", "-Xmx128m");

    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final Path LOG = Path.of("target/gateways.log");

    private final Process process;
    private final List<String> greeting = new ArrayList<>();
    private @Nullable URI uri;

    private GatewayProcess(Process process) {
        this.process = process;
    }

    /** Starts it, and waits until it is ready. What it logs is in {@code target/gateways.log}. */
    static GatewayProcess start(Path configuration) throws IOException {
        return start(configuration, LOG);
    }

    /** The same, with a log of its own, and other options of the virtual machine. */
    static GatewayProcess start(Path configuration, Path log, String... options) throws IOException {
        GatewayProcess started = launch(configuration, log, options);
        started.awaitReady();
        return started;
    }

    /** Starts it on this class path, for later. */
    static GatewayProcess launch(Path configuration, String classPath, String... options) throws IOException {
        return launch(List.of(options), classPath, LOG, "--config", configuration.toString());
    }

    private static GatewayProcess launch(Path configuration, Path log, String... options) throws IOException {
        return launch(List.of(options), CLASS_PATH, log, "--config", configuration.toString());
    }

    /** What {@code semel serve} does with these arguments. */
    static GatewayProcess serve(Path log, String... arguments) throws IOException {
        GatewayProcess started = launch(List.of(), CLASS_PATH, log, arguments);
        started.awaitReady();
        return started;
    }

    private static GatewayProcess launch(List<String> options, String classPath, Path log, String... arguments)
            throws IOException {
        // Whoever runs the tests may ignore SIGHUP, as nohup does, and a process inherits that.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP"));
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, Main.class.getName(), "serve"));
        command.addAll(List.of(arguments));
        return new GatewayProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    void awaitReady() throws IOException {
        BufferedReader words = process.inputReader(StandardCharsets.UTF_8);
        String line = words.readLine();
        while (line != null && !line.startsWith("ready")) {
            greeting.add(line);
            Matcher place = PLACE.matcher(line);
            if (place.find()) {
                uri = URI.create(place.group(1));
            }
            line = words.readLine();
        }
        if (line == null || uri == null) {
            throw new IOException("the gateway did not start: see its log, target/gateways.log as a rule");
        }
    }

    /** Where it listens, once it is ready. */
    URI uri() {
        if (uri == null) {
            throw new IllegalStateException("the gateway is not ready");
        }
        return uri;
    }

    /** What it has said until it was ready. */
    List<String> greeting() {
        return greeting;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGHUP. */
    void hangUp() throws IOException, InterruptedException {
        signal("HUP");
    }

    /** SIGTERM; it ends later. */
    void terminate() throws IOException, InterruptedException {
        signal("TERM");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " ended with " + code);
        }
    }

    /** Until it has ended; its exit code. */
    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** SIGTERM, and until it has ended; its exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** SIGKILL; again, it does nothing. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }
}
