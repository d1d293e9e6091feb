// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** A Redis server in a process of its own, on loopback. */
final class RedisProcess implements AutoCloseable {

    private final Process process;
    private final int port;

    RedisProcess(Path folder) throws IOException {
        Path program = program(folder);
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        process = new ProcessBuilder(
                        program.toString(), "--port", String.valueOf(port), "--save", "", "--bind", "127.0.0.1")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        awaitReady();
    }

    int port() {
        return port;
    }

    private void awaitReady() throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains("Ready to accept connections")) {
                return;
            }
        }
        throw new IOException("the Redis server did not get ready");
    }

    private static Path program(Path folder) throws IOException {
        boolean arm = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64");
        String name = "/redis-server-7.0.15-linux-" + (arm ? "arm64" : "amd64");
        Path program = folder.resolve("redis-server");
        try (InputStream in = RedisProcess.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("there is no " + name + " on the class path");
            }
            Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
        return program;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
