// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.servers.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Redis as Debian and Ubuntu build it: with TLS, and linked dynamically, so that a library can be loaded before it. The
 * package {@code redis-tools} brings it without a service that would start by itself: its {@code redis-check-rdb} is the
 * server, which goes by the name under which it is called.
 */
final class DebianRedis {

    private static final Path TOOL = Path.of("/usr/bin/redis-check-rdb");

    private DebianRedis() {}

    static RedisProcess start(Map<String, String> environment, int port, List<String> arguments) {
        return RedisProcess.launch(Program.PATH, environment, port, arguments);
    }

    private static final class Program {

        static final Path PATH = named();

        private static Path named() {
            if (!Files.isExecutable(TOOL)) {
                throw new IllegalStateException("these tests need " + TOOL + ": apt-get install redis-tools");
            }
            try {
                Path link = Files.createTempDirectory("semel-debian-redis").resolve("redis-server");
                return Files.createSymbolicLink(link, TOOL);
            } catch (IOException e) {
                throw new UncheckedIOException("the server cannot be given its name", e);
            }
        }
    }
}
