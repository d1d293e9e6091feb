// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A Redis server without persistence, on loopback. */
final class RedisServer implements AutoCloseable {

    private static final String PROGRAM = "/redis-server-7.0.15-linux-amd64";
    private static final int PORT = 16_399;

    private final Process process;

    RedisServer() throws IOException {
        Path program = Files.createTempFile("semel-redis-server", "");
        try (InputStream in = RedisServer.class.getResourceAsStream(PROGRAM)) {
            if (in == null) {
                throw new IOException("there is no " + PROGRAM + " on the class path");
            }
            Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
        program.toFile().deleteOnExit();
        process = new ProcessBuilder(program.toString(), "--port", String.valueOf(PORT), "--save", "")
                .directory(Files.createTempDirectory("semel-redis").toFile())
                .redirectErrorStream(true)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        while (line != null && !line.contains("Ready to accept connections")) {
            line = lines.readLine();
        }
    }

    String uri() {
        return "redis://127.0.0.1:" + PORT;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
