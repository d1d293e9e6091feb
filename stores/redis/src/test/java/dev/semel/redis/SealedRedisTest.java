// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static dev.semel.redis.Commands.claim;
import static dev.semel.redis.Commands.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.spi.DoubtList;
import dev.semel.spi.Notifying;
import dev.semel.spi.Purgeable;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R27: of sealed answers Redis has")
class SealedRedisTest {

    private static final String PREFIX = "sealed-" + UUID.randomUUID() + ":";
    private static final KeyRing KEYS =
            KeyRing.of(SealingKey.of("2026-11", "Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A="));

    private static RedisClient client;
    private static RedisCommands<byte[], byte[]> redis;
    private static RedisStore plain;

    @BeforeAll
    static void open() {
        client = RedisClient.create(Servers.single());
        redis = client.connect(ByteArrayCodec.INSTANCE).sync();
        plain = RedisStore.at(Servers.single())
                .prefix(PREFIX)
                .callLimit(Duration.ofSeconds(30))
                .build();
    }

    @AfterAll
    static void close() {
        plain.close();
        client.shutdown();
    }

    @Test
    @DisplayName("no byte, neither of the body nor of its type, and gives each again")
    void nothingReadable() {
        SealedStore sealed = SealedStore.over(plain, KEYS);
        RecordId id = Commands.freshId();
        Commands.completed(sealed, id, "card-4242-of-somebody".getBytes(StandardCharsets.UTF_8));

        ClaimAnswer answer = now(sealed.claim(claim(id)));

        assertThat(((ClaimAnswer.Final) answer).answer().saved().toBytes())
                .isEqualTo("card-4242-of-somebody".getBytes(StandardCharsets.UTF_8));
        assertThat(redis.keys(PREFIX + "*"))
                .isNotEmpty()
                .allSatisfy(key -> assertThat(new String(redis.get(key), StandardCharsets.ISO_8859_1))
                        .doesNotContain("4242", "text/plain"))
                .anySatisfy(key -> assertThat(new String(redis.get(key), StandardCharsets.ISO_8859_1))
                        .contains("application/vnd.semel.sealed;v=1;key=2026-11"));
    }

    @Test
    @DisplayName(
            "what it can do, and no more: it tells of endings, is looked through, lists what waits, and forgets by itself")
    void faces() {
        assertThat(SealedStore.over(plain, KEYS))
                .isInstanceOf(Notifying.class)
                .isInstanceOf(DoubtList.class)
                .isInstanceOf(AutoCloseable.class)
                .isNotInstanceOf(Purgeable.class);
    }
}
