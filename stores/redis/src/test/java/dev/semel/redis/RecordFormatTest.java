// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Saved;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Abandon;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Settle;
import dev.semel.state.State;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A stored record")
class RecordFormatTest {

    private static final RecordId ID = Commands.id("vector");
    private static final KeyNames NAMES = new KeyNames("format-" + UUID.randomUUID() + ":");

    private static RedisClient client;
    private static RedisCommands<byte[], byte[]> redis;
    private static RedisStore store;

    @BeforeAll
    static void open() {
        client = RedisClient.create(Servers.single());
        redis = client.connect(ByteArrayCodec.INSTANCE).sync();
        store = RedisStore.at(Servers.single())
                .prefix(NAMES.prefix())
                .callLimit(Duration.ofSeconds(30))
                .build();
    }

    @AfterAll
    static void close() {
        store.close();
        client.shutdown();
    }

    @Test
    @DisplayName("R3: of format 1 is read as it was written: a success")
    void completed() throws IOException {
        KeyRecord record = RecordBytes.read(ID, vector("completed"));

        assertThat(record.state()).isEqualTo(State.COMPLETED);
        assertThat(record.claimId()).isEqualTo(new ClaimId(0xC0FFEE, 2));
        assertThat(record.fingerprint()).isEqualTo(Commands.FINGERPRINT);
        assertThat(record.createdAt()).isEqualTo(instant(0x01a1de981bb8L));
        assertThat(record.leaseUntil()).isEqualTo(instant(0x01a1de9890ecL));
        assertThat(record.expiresAt()).isEqualTo(instant(0x01a1e3be7831L));
        assertThat(record.answer())
                .isEqualTo(new Answer(
                        true,
                        Saved.of("text/plain", "{\"ok\":1}".getBytes(StandardCharsets.UTF_8)),
                        0,
                        1,
                        instant(0x01a1de981c31L)));
    }

    @Test
    @DisplayName("R3: of format 1 is read as it was written: an attempt in progress, whose expiry is the key's")
    void running() throws IOException {
        Instant expiry = instant(0x01a1e3be7831L);
        KeyRecord record = RecordBytes.read(ID, ByteBuffer.wrap(vector("running")), expiry.toEpochMilli(), null);

        assertThat(record.state()).isEqualTo(State.IN_PROGRESS);
        assertThat(record.expiresAt()).isEqualTo(expiry);
        assertThat(record.leaseUntil()).isEqualTo(expiry.minus(Commands.RETENTION));
        assertThat(record.answer()).isNull();
    }

    @Test
    @DisplayName("R3: of format 1 is read as it was written: a held doubt, a settlement, a release")
    void others() throws IOException {
        assertThat(RecordBytes.read(ID, vector("doubtful")).expiresAt()).isEqualTo(KeyRecord.NEVER);
        KeyRecord settled = RecordBytes.read(ID, vector("settled"));
        assertThat(settled.state()).isEqualTo(State.FAILED);
        assertThat(settled.answer().saved()).isEqualTo(Saved.omitted("text/plain"));
        assertThat(settled.answer().schemaVersion()).isEqualTo(3);
        assertThat(settled.history().lines())
                .containsExactly(
                        HistoryLine.began(1, Reason.FIRST, instant(0x01a1de981c36L)),
                        new HistoryLine(1, Reason.SETTLED_HAPPENED, instant(0x01a1de981c4dL), "Zoë", "asked the bank"));
        KeyRecord released = RecordBytes.read(ID, vector("released"));
        assertThat(released.attempt()).isEqualTo(2);
        assertThat(released.history().lines()).hasSize(2);
    }

    static Stream<byte[]> unreadable() throws IOException {
        byte[] newer = vector("completed");
        newer[0] = 2;
        byte[] newerInProgress = vector("running");
        newerInProgress[0] = 2;
        return Stream.of(newer, newerInProgress, new byte[0], "somebody else's".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest(
            name = "T10, R20: that this version cannot read is refused by every command and never touched ({index})")
    @MethodSource("unreadable")
    void refused(byte[] stored) {
        RecordId id = Commands.freshId();
        byte[] key = NAMES.of(id);
        redis.set(key, stored);
        Claim claim = Commands.claim(id);
        Settle settle = new Settle(
                id,
                1,
                claim.claimId(),
                new ClaimId(1, 1),
                new Settle.Verdict.DidNotHappen(),
                "ops",
                "asked the bank",
                Commands.RETENTION);

        assertUnreadable(store.claim(claim));
        assertUnreadable(store.finish(Commands.completes(claim, "again")));
        assertUnreadable(store.abandon(new Abandon(id, claim.claimId())));
        assertUnreadable(store.settle(settle));
        assertUnreadable(store.find(id));
        assertThat(Commands.now(store.renew(List.of(Commands.renewal(claim))))).containsExactly(RenewAnswer.UNKNOWN);
        assertThat(redis.get(key)).isEqualTo(stored);
        assertThat(redis.pttl(key)).as("it had no expiry, and has none").isEqualTo(-1);
    }

    @Test
    @DisplayName("T10: that is not even a string is refused and never touched")
    void anotherType() {
        RecordId id = Commands.freshId();
        byte[] key = NAMES.of(id);
        redis.lpush(key, new byte[] {1});

        assertUnreadable(store.claim(Commands.claim(id)));
        assertUnreadable(store.find(id));

        assertThat(redis.llen(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("R3: with a body of 1 KiB takes at most 1.4 KiB of Redis' memory")
    void small() {
        RecordId id = Commands.freshId();
        Commands.completed(store, id, new byte[1024]);

        assertThat(redis.memoryUsage(NAMES.of(id))).isLessThanOrEqualTo(1433);
    }

    private static void assertUnreadable(CompletionStage<?> answer) {
        assertThatThrownBy(() -> Commands.now(answer)).hasCauseInstanceOf(UnreadableRecordException.class);
    }

    private static Instant instant(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    static byte[] vector(String name) throws IOException {
        Properties vectors = new Properties();
        try (InputStream in = RecordFormatTest.class.getResourceAsStream("records-1.properties")) {
            vectors.load(in);
        }
        return HexFormat.of().parseHex(vectors.getProperty(name));
    }
}
