// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.KeyAge;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A record that somebody damaged")
class DamagedRecordTest {

    private static final KeyNames NAMES = new KeyNames(KeyNames.DEFAULT);
    private static final List<String> VECTORS = List.of("completed", "doubtful", "settled", "released", "running");
    private static final int SEED = 4;
    private static final int DAMAGES = 600;
    private static final SetArgs FOR_A_WHILE = SetArgs.Builder.px(Duration.ofHours(1));

    private static RedisProcess server;
    private static RedisClient client;
    private static RedisCommands<byte[], byte[]> redis;
    private static RedisStore store;

    @BeforeAll
    static void open() {
        server = RedisProcess.start();
        client = RedisClient.create(server.uri());
        redis = client.connect(ByteArrayCodec.INSTANCE).sync();
        store = RedisStore.at(server.uri()).callLimit(Duration.ofSeconds(30)).build();
    }

    @AfterAll
    static void close() {
        store.close();
        client.shutdown();
        server.close();
    }

    static Stream<Arguments> damages() throws IOException {
        return Stream.of(
                Arguments.of("an unknown state", with("running", 1, 9)),
                Arguments.of("a state beyond 127", with("running", 1, 0x90)),
                Arguments.of("an unknown reason", with("running", 2, 200)),
                Arguments.of("attempt 0", with("running", 6, 0)),
                Arguments.of("no answer", Arrays.copyOf(own("completed"), RecordBytes.FIXED)),
                Arguments.of("half an answer", Arrays.copyOf(own("completed"), RecordBytes.FIXED + 5)),
                Arguments.of("the answer of a failure", with("completed", RecordBytes.FIXED, 0)),
                Arguments.of("an answer of a negative version", with("completed", RecordBytes.FIXED + 1, 0x80)),
                Arguments.of("the answer of attempt 0", with("completed", RecordBytes.FIXED + 8, 0)),
                Arguments.of("an unprintable content type", with("completed", RecordBytes.FIXED + 16, 7)),
                Arguments.of("a history longer than itself", with("running", 74, 99)),
                Arguments.of("a history that ends within a line", with("released", 74, 20)),
                Arguments.of("a doubt with an answer", with("completed", 1, 3)));
    }

    @ParameterizedTest(name = "R20, T10: {0}: is refused by every command, and never run again nor touched")
    @MethodSource("damages")
    void refused(String what, byte[] stored) {
        RecordId id = Commands.freshId();
        byte[] key = NAMES.of(id);
        redis.set(key, stored, FOR_A_WHILE);
        Claim claim = Commands.claim(id);

        assertUnreadable(store.claim(claim));
        assertUnreadable(store.claim(byScript(claim)));
        assertUnreadable(store.finish(Commands.completes(claim, "again")));
        assertUnreadable(store.abandon(new Abandon(id, claim.claimId())));
        assertUnreadable(store.find(id));
        assertThat(redis.get(key)).as(what).isEqualTo(stored);
    }

    @Test
    @DisplayName(
            "R20, T10: at random is refused by the script that claims whenever it cannot be read, and left as it is")
    void atRandom() throws IOException {
        Random random = new Random(SEED);
        int unreadable = 0;
        for (int i = 0; i < DAMAGES; i++) {
            byte[] stored = damaged(random);
            RecordId id = Commands.freshId();
            redis.set(NAMES.of(id), stored, FOR_A_WHILE);
            if (isReadable(id, stored)) {
                continue;
            }
            unreadable++;
            assertUnreadable(store.claim(byScript(Commands.claim(id))));
            assertUnreadable(store.claim(Commands.claim(id)));
            assertThat(redis.get(NAMES.of(id))).isEqualTo(stored);
        }
        assertThat(unreadable).as("damages that count").isGreaterThan(DAMAGES / 5);
    }

    private static boolean isReadable(RecordId id, byte[] stored) {
        long soon = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
        try {
            KeyRecord read = RecordBytes.read(id, ByteBuffer.wrap(stored), soon, null);
            return read.id().equals(id);
        } catch (UnreadableRecordException e) {
            return false;
        }
    }

    private static byte[] damaged(Random random) throws IOException {
        byte[] stored = own(VECTORS.get(random.nextInt(VECTORS.size())));
        for (int times = random.nextInt(3); times >= 0; times--) {
            // Everything but fingerprint and instants, which can be anything.
            int place = random.nextBoolean() ? random.nextInt(7) : 73 + random.nextInt(stored.length - 73);
            stored[place] = (byte) random.nextInt();
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(stored, random.nextInt(stored.length + 1)) : stored;
    }

    /**
     * The same claim with a key whose age is judged: that is the script's to do, without a native command before it. It would
     * replace an answer without a version, if that could be read.
     */
    private static Claim byScript(Claim claim) {
        return new Claim(
                claim.id(),
                claim.fingerprint(),
                claim.claimId(),
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                claim.onDoubt(),
                1,
                new KeyAge(Instant.now(), Duration.ofDays(1)));
    }

    private static byte[] with(String vector, int place, int value) throws IOException {
        byte[] stored = own(vector);
        stored[place] = (byte) value;
        return stored;
    }

    /** A stored record with the fingerprint of these tests' claims. */
    private static byte[] own(String vector) throws IOException {
        byte[] stored = RecordFormatTest.vector(vector);
        byte[] fingerprint = Commands.FINGERPRINT.toBytes();
        System.arraycopy(fingerprint, 0, stored, 23, fingerprint.length);
        return stored;
    }

    private static void assertUnreadable(CompletionStage<?> answer) {
        assertThatThrownBy(() -> Commands.now(answer)).hasCauseInstanceOf(UnreadableRecordException.class);
    }
}
