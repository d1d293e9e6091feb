// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.RecordId;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;

/** A look at a server past the store. */
final class Raw implements AutoCloseable {

    private final RedisClient client;
    private final RedisCommands<byte[], byte[]> commands;
    private final KeyNames names = new KeyNames(KeyNames.DEFAULT);

    Raw(String uri) {
        client = RedisClient.create(uri);
        commands = client.connect(ByteArrayCodec.INSTANCE).sync();
    }

    boolean has(RecordId id) {
        return commands.exists(names.of(id)) == 1;
    }

    /** How often the server has executed a command, by anybody. */
    long calls(String command) {
        return commands.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .findFirst()
                .orElse(0);
    }

    RedisCommands<byte[], byte[]> commands() {
        return commands;
    }

    /** How many connections the server ever took. */
    long connections() {
        return commands()
                .info("stats")
                .lines()
                .filter(line -> line.startsWith("total_connections_received:"))
                .mapToLong(line -> Long.parseLong(line.split(":", 2)[1].trim()))
                .sum();
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
