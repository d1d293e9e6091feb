// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A Redis server, or a sentinel, in a process of its own, on loopback. It ends with the tests at the latest. */
public final class RedisProcess implements AutoCloseable {

    private static final String VERSION = "7.0.15";

    private final Process process;
    private final int port;
    private volatile String lastLine = "";
    private final CountDownLatch ready = new CountDownLatch(1);

    private RedisProcess(Process process, int port) {
        this.process = process;
        this.port = port;
        Thread ear = new Thread(this::listen, "ear-of-redis-" + port);
        ear.setDaemon(true);
        ear.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /** Where the server of all tests is that need nothing special; {@code SEMEL_REDIS_URL} names another, Valkey say. */
    public static String shared() {
        return Shared.URI;
    }

    /** A server on a free port, in a folder of its own, without persistence unless it is asked for. */
    public static RedisProcess start(String... options) {
        return startOn(Ports.free(), options);
    }

    public static RedisProcess startOn(int port, String... options) {
        List<String> all = new ArrayList<>(List.of("--port", String.valueOf(port), "--save", ""));
        all.addAll(List.of(options));
        return launch(port, all);
    }

    /** A process of Redis' own program with these arguments, in a folder of its own. */
    public static RedisProcess launch(int port, List<String> arguments) {
        return launch(Binary.PATH, Map.of(), port, arguments);
    }

    /** A process of another build of Redis. */
    public static RedisProcess launch(Path program, Map<String, String> environment, int port, List<String> arguments) {
        try {
            Path folder = Files.createTempDirectory("semel-redis");
            List<String> command = new ArrayList<>(List.of(program.toString()));
            command.addAll(arguments);
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            builder.environment().putAll(environment);
            RedisProcess started = new RedisProcess(builder.start(), port);
            started.awaitReady();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("a Redis server does not start", e);
        }
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                lastLine = line;
                if (line.contains("Ready to accept connections") || line.contains("Sentinel ID is")) {
                    ready.countDown();
                }
            }
        } catch (IOException closed) {
            // The server has ended, and its output with it.
        } finally {
            ready.countDown();
        }
    }

    private void awaitReady() {
        try {
            if (!ready.await(60, TimeUnit.SECONDS) || !process.isAlive()) {
                throw new IllegalStateException("a Redis server did not get ready on port " + port + ": " + lastLine);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server starts", e);
        }
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** SIGKILL: in the middle of whatever it does. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** SIGSTOP: it stands still, and its connections stay open. */
    public void pause() {
        signal("STOP");
    }

    public void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("the server cannot be signalled");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the server cannot be signalled", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }

    private static final class Shared {

        static final String URI = uri();

        private static String uri() {
            String named = System.getenv("SEMEL_REDIS_URL");
            return named == null ? start().uri() : named;
        }
    }

    /** The program, taken out of its jar once. */
    private static final class Binary {

        static final Path PATH = extract();

        private static Path extract() {
            boolean arm = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64");
            String name = "/redis-server-" + VERSION + "-linux-" + (arm ? "arm64" : "amd64");
            try (InputStream in = RedisProcess.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException("there is no " + name + " on the class path");
                }
                Path program = Files.createTempFile("semel-redis-server", "");
                Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
                if (!program.toFile().setExecutable(true)) {
                    throw new IllegalStateException(program + " cannot be made executable");
                }
                program.toFile().deleteOnExit();
                return program;
            } catch (IOException e) {
                throw new UncheckedIOException("the Redis program cannot be extracted", e);
            }
        }
    }
}
