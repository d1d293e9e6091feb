// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A gateway in a process of its own, as a user starts it. */
final class GatewayProcess {

    private final Process process;

    private GatewayProcess(Process process) {
        this.process = process;
    }

    /** Starts it, and waits until it is ready. What it logs is in {@code target/gateways.log}. */
    static GatewayProcess start(Path configuration) throws IOException {
        return start(configuration, Path.of("target/gateways.log"));
    }

    /** The same, with a log of its own. */
    static GatewayProcess start(Path configuration, Path log) throws IOException {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        "--config",
                        configuration.toString())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        BufferedReader words = process.inputReader(StandardCharsets.UTF_8);
        String line = words.readLine();
        while (line != null && !line.startsWith("ready")) {
            line = words.readLine();
        }
        if (line == null) {
            throw new IOException("the gateway did not start: see " + log);
        }
        return new GatewayProcess(process);
    }

    /** SIGHUP. */
    void hangUp() throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -HUP ended with " + code);
        }
    }

    /** SIGTERM, and until it has ended; its exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** SIGKILL; again, it does nothing. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
