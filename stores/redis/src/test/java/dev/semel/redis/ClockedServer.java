// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.servers.Ports;
import dev.semel.servers.RedisProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server whose wall clock a test can set, while it runs, as an operator or a wrong NTP server could. */
final class ClockedServer implements AutoCloseable {

    private final Path offset;
    private final RedisProcess process;

    ClockedServer() {
        try {
            Path folder = Files.createTempDirectory("semel-clock");
            offset = folder.resolve("offset");
            set(Duration.ZERO);
            Map<String, String> environment =
                    Map.of("LD_PRELOAD", library(folder).toString(), "SEMEL_CLOCK_OFFSET", offset.toString());
            int port = Ports.free();
            process = DebianRedis.start(environment, port, List.of("--port", String.valueOf(port), "--save", ""));
        } catch (IOException e) {
            throw new UncheckedIOException("a server with another clock cannot be started", e);
        }
    }

    String uri() {
        return process.uri();
    }

    /** From now on the server's clock shows so much more than the machine's, or less. */
    void set(Duration ahead) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        bytes.putLong(0, ahead.toMillis());
        try (FileChannel file = FileChannel.open(offset, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(bytes, 0);
        } catch (IOException e) {
            throw new UncheckedIOException("the server's clock cannot be set", e);
        }
    }

    private static Path library(Path folder) throws IOException {
        Path source = folder.resolve("clock.c");
        try (InputStream in = ClockedServer.class.getResourceAsStream("clock.c")) {
            Files.copy(in, source);
        }
        Path library = folder.resolve("clock.so");
        Process compiler = new ProcessBuilder(
                        "cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (compiler.waitFor() != 0) {
                throw new IOException("clock.c does not compile: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return library;
    }

    @Override
    public void close() {
        process.close();
    }
}
