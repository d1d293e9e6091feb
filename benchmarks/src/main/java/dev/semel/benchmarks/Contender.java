// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A proxy that is measured, in a process of its own.
 *
 * @param name what the table calls it
 * @param port where it listens
 * @param process it, or the parent of those that work
 * @param replays whether it is asked the same all the time
 */
record Contender(String name, int port, Process process, boolean replays) implements AutoCloseable {

    /** One worker for each core, as a plain proxy in front of another nginx or any server. */
    static Contender nginx(String name, Path folder, int port, String servers, String location) {
        Path home = folder.resolve(name.replace(' ', '-'));
        String text = """
                daemon off; worker_processes 2; pid %1$s/pid; error_log %1$s/error.log;
                events { worker_connections 12000; }
                http {
                  access_log off; keepalive_requests 1000000000; default_type application/json;
                  client_body_temp_path %1$s/1; proxy_temp_path %1$s/2; fastcgi_temp_path %1$s/3;
                  uwsgi_temp_path %1$s/4; scgi_temp_path %1$s/5;
                  %2$s
                  server { listen 127.0.0.1:%3$d backlog=8192; location / { %4$s } }
                }
                """.formatted(home, servers, port, location);
        try {
            Files.createDirectories(home);
            Path file = Files.writeString(home.resolve("nginx.conf"), text);
            Process started = start(home, "nginx", "-e", home + "/start.log", "-c", file.toString());
            return new Contender(name, port, started, false).ready();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A gateway of 1 GB: the in-memory store is a part of it. */
    static Contender gateway(String name, Path folder, int port, Path jar, String configuration, boolean replays) {
        Path home = folder.resolve(name.replace(' ', '-'));
        try {
            Files.createDirectories(home);
            Path file = Files.writeString(home.resolve("semel.yaml"), configuration);
            String java = ProcessHandle.current().info().command().orElse("java");
            Process started = start(
                    home,
                    java,
                    "-Xmx1g",
                    "-XX:+UseParallelGC",
                    "-jar",
                    jar.toString(),
                    "serve",
                    "--config",
                    file.toString());
            return new Contender(name, port, started, replays).ready();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process start(Path home, String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("out.log").toFile())
                .start();
    }

    private Contender ready() {
        long end = System.nanoTime() + 30_000_000_000L;
        while (process.isAlive() && System.nanoTime() < end) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                return this;
            } catch (IOException e) {
                Thread.onSpinWait();
            }
        }
        throw new IllegalStateException(name + " does not listen; its folder has its output");
    }

    /** The processor time of its processes so far. */
    long ticks() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(one -> ticks(one.pid()))
                .sum();
    }

    private static long ticks(long pid) {
        try (BufferedReader in = Files.newBufferedReader(Path.of("/proc/" + pid + "/stat"), StandardCharsets.UTF_8)) {
            String line = in.readLine();
            List<String> fields =
                    List.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
            return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(90, java.util.concurrent.TimeUnit.SECONDS).join();
    }
}
