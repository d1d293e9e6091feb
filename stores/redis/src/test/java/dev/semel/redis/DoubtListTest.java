// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.StalePlaceException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.State;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The list of what waits for a decision on Redis")
class DoubtListTest {

    private static final KeyNames NAMES = new KeyNames(KeyNames.DEFAULT);
    private static final byte[] LIST = NAMES.listIn(0);
    private static final int MOST = 10_000;

    /** Copies of one record under other names, made by the server itself, and their lines. */
    private static final String COPIES = """
            local record = redis.call('GET', KEYS[1])
            for i = 1, tonumber(ARGV[1]) do
                local name = string.gsub(KEYS[1], '}$', i .. '}')
                redis.call('SET', name, record, 'PX', 3600000)
                if i <= 10000 then redis.call('ZADD', KEYS[2], 0, name) end
            end
            return 0
            """;

    private static RedisProcess server;
    private static Raw raw;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
        raw = new Raw(server.uri());
        store = Commands.patient(server.uri());
    }

    @AfterAll
    static void stop() {
        store.close();
        raw.close();
        server.close();
    }

    @BeforeEach
    void forget() {
        raw.commands().flushall();
    }

    @Test
    @DisplayName("R2, R36: costs new keys, replays and renewals nothing: what never was in doubt does not touch it")
    void costsNothing() {
        raw.commands().configResetstat();
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        Commands.now(store.renew(List.of(Commands.renewal(claim))));
        Commands.now(store.finish(Commands.completes(claim, "paid")));
        Commands.now(store.claim(Commands.claim(claim.id())));

        assertThat(Stream.of("zadd", "zrem", "zcard", "zrange", "exists").map(raw::calls))
                .containsOnly(0L);
    }

    @Test
    @DisplayName(
            "R36: is put right by whoever looks through the records, after it was lost or an older version did not know it")
    void regained() {
        RecordId doubtful = doubted(store, OnDoubt.HOLD);
        raw.commands().del(LIST);
        assertThat(listed(store)).isEmpty();

        followed(store::browse);

        assertThat(listed(store)).containsOnly(doubtful);
    }

    @Test
    @DisplayName("R36: has a lapsed attempt of which nobody has asked once somebody has looked through the records")
    void lapsedFound() {
        RecordId id = lapsed();
        assertThat(listed(store)).isEmpty();

        followed(store::browse);

        assertThat(listed(store)).containsOnly(id);
    }

    @Test
    @DisplayName("R36: forgets a line whose record is gone, or has ended without it, when it is read")
    void staleLines() {
        RecordId gone = doubted(store, OnDoubt.HOLD);
        raw.commands().del(NAMES.of(gone));
        RecordId ended = Commands.freshId();
        Commands.completed(store, ended, new byte[] {1});
        raw.commands().zadd(LIST, 0, NAMES.of(ended));
        raw.commands().zadd(LIST, 0, "by hand".getBytes(StandardCharsets.UTF_8));

        assertThat(listed(store)).isEmpty();

        assertThat(raw.commands().exists(LIST)).as("it is empty").isZero();
    }

    @Test
    @DisplayName("T10, R36: that is none, since its name is somebody else's, hinders nothing and is left alone")
    void anotherType() {
        byte[] foreign = "somebody else's".getBytes(StandardCharsets.UTF_8);
        raw.commands().set(LIST, foreign);

        RecordId id = doubted(store, OnDoubt.HOLD);
        assertThat(listed(store)).isEmpty();
        settled(store, id);

        assertThat(raw.commands().get(LIST)).isEqualTo(foreign);
        assertThat(raw.commands().pttl(LIST)).isEqualTo(-1);
    }

    @Test
    @DisplayName("R29, R36: that is full makes room by what waits no more")
    void fullOfTheStale() {
        raw.commands()
                .eval(
                        "for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', KEYS[1], 0, 'gone' .. i) end return 0",
                        ScriptOutputType.INTEGER,
                        new byte[][] {LIST},
                        Words.of(MOST));

        RecordId id = doubted(store, OnDoubt.TAKE);

        assertThat(raw.commands().zscore(LIST, NAMES.of(id))).isNotNull();
        assertThat(raw.commands().zcard(LIST)).isLessThanOrEqualTo(MOST);
    }

    @Test
    @DisplayName("R16, R29: that is full prefers what never expires until somebody settles it, and never grows")
    void fullOfDoubts() {
        RecordId one = doubted(store, OnDoubt.TAKE);
        byte[][] keys = {NAMES.of(one), LIST};
        raw.commands().eval(COPIES, ScriptOutputType.INTEGER, keys, Words.of(MOST));

        RecordId expiring = doubted(store, OnDoubt.TAKE);
        RecordId held = doubted(store, OnDoubt.HOLD);

        assertThat(raw.commands().zscore(LIST, NAMES.of(expiring))).isNull();
        assertThat(raw.commands().zscore(LIST, NAMES.of(held))).isNotNull();
        assertThat(raw.commands().zcard(LIST)).isLessThanOrEqualTo(MOST + 1);
        assertThat(followed(store::browse)).as("the walk knows them").contains(expiring, held);
    }

    @Test
    @DisplayName(
            "R29, R36: that is full of doubts makes no look through thousands more of them longer for everybody else")
    void fullWhileLooking() {
        RecordId one = doubted(store, OnDoubt.TAKE);
        byte[][] keys = {NAMES.of(one), LIST};
        raw.commands().eval(COPIES, ScriptOutputType.INTEGER, keys, Words.of(MOST + 2_000));
        raw.commands().configResetstat();

        int seen = followed(store::browse).size();

        assertThat(seen).isEqualTo(MOST + 2_001);
        // Of each the state, whether it still waits, and whether it is listed; and for each step eight that might make
        // room.
        assertThat(raw.calls("getrange")).isLessThan(3L * seen);
        assertThat(raw.calls("zrange")).isLessThan(2L * seen);
    }

    @Test
    @DisplayName("R5: is kept for as long as what is on it, and no longer")
    void expires() {
        RecordId doubtful = doubted(store, OnDoubt.TAKE);
        long first = raw.commands().pttl(LIST);
        RecordId held = doubted(store, OnDoubt.HOLD);
        long forEver = raw.commands().pttl(LIST);
        doubted(store, OnDoubt.TAKE);

        assertThat(first).isBetween(1L, Commands.RETENTION.toMillis());
        assertThat(forEver).isGreaterThan(Duration.ofDays(365_000).toMillis());
        assertThat(raw.commands().pttl(LIST)).as("it is not shortened").isGreaterThan(forEver - 60_000);
        settled(store, doubtful);
        settled(store, held);
        assertThat(listed(store)).hasSize(1);
    }

    @Test
    @DisplayName("R29, R36: does not keep a full server from noting a doubt, nor from telling a retry to hold")
    void fullServer() {
        RecordId lapsed = lapsed();
        Claim running = Commands.claim(Commands.freshId());
        Commands.now(store.claim(running));
        raw.commands().configSet("maxmemory", "1");
        try {
            assertThat(Commands.now(store.finish(Commands.doubts(running)))).isInstanceOf(FinishAnswer.Applied.class);
            assertThat(Commands.now(store.claim(holding(lapsed)))).isInstanceOf(ClaimAnswer.Held.class);

            assertThat(listed(store)).contains(running.id());
        } finally {
            raw.commands().configSet("maxmemory", "0");
        }
    }

    @Test
    @DisplayName("R36: refuses a word that is no place")
    void noPlace() {
        for (String word : List.of("", "x", "/", "-1/", "16384/", "123456/a")) {
            assertThatThrownBy(() -> Commands.now(store.doubts(Question.all(1).after(word))))
                    .as(word)
                    .hasCauseInstanceOf(StalePlaceException.class);
        }
    }

    @Test
    @DisplayName("T21, R36: lies in its records' slot of a cluster, and outlives a failover with them")
    void inItsSlot() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = patient(servers)) {
            Set<RecordId> doubtful = new HashSet<>();
            for (int i = 0; i < 30; i++) {
                doubtful.add(doubted(store, OnDoubt.HOLD));
            }
            for (RecordId id : doubtful) {
                int slot = SlotHash.getSlot(NAMES.of(id));
                assertThat(SlotHash.getSlot(NAMES.listIn(slot))).isEqualTo(slot);
            }
            assertThat(listed(store)).isEqualTo(doubtful);
            servers.failOver(0, 1);
            Eventually.holds(
                    "all are listed by the new master", () -> listed(store).equals(doubtful));
        }
    }

    @Test
    @DisplayName(
            "T21, R36: goes along with its slot to another master, however many doubts come meanwhile, and is whole after a look through the records")
    void slotMoves() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = patient(servers)) {
            RecordId before = doubted(store, OnDoubt.HOLD);
            int slot = SlotHash.getSlot(NAMES.of(before));
            int from = servers.masterOf(slot);
            int to = (from + 1) % 3;
            servers.beginMove(List.of(slot), from, to);
            // Its key is not where the slot was: the new master writes the record, and would write a list of its own.
            RecordId meanwhile = doubted(store, in(slot), OnDoubt.HOLD);
            assertThat(has(servers.node(to), NAMES.of(meanwhile)))
                    .as("the record is there")
                    .isTrue();
            assertThat(has(servers.node(to), NAMES.listIn(slot)))
                    .as("and no second list")
                    .isFalse();

            servers.endMove(List.of(slot), from, to);

            Eventually.holds(
                    "its list is found at the new master", () -> listed(store).contains(before));
            assertThat(followed(store::browse)).contains(before, meanwhile);
            assertThat(listed(store)).contains(before, meanwhile);
        }
    }

    private static boolean has(RedisCommands<String, String> node, byte[] key) {
        return node.clusterGetKeysInSlot(SlotHash.getSlot(key), 100).contains(new String(key, StandardCharsets.UTF_8));
    }

    private static RecordId in(int slot) {
        return Stream.generate(Commands::freshId)
                .filter(id -> SlotHash.getSlot(NAMES.of(id)) == slot)
                .findFirst()
                .orElseThrow();
    }

    private static RedisStore patient(ClusterServers servers) {
        return RedisStore.cluster(servers.uris())
                .callLimit(Duration.ofSeconds(10))
                .build();
    }

    private static RecordId doubted(RedisStore store, OnDoubt onDoubt) {
        return doubted(store, Commands.freshId(), onDoubt);
    }

    private static RecordId doubted(RedisStore store, RecordId id, OnDoubt onDoubt) {
        Claim claim = Commands.claim(id);
        assertThat(Commands.now(store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class);
        Finish doubt = new Finish(id, 1, claim.claimId(), new Ending.Doubt(), Commands.RETENTION, onDoubt);
        assertThat(Commands.now(store.finish(doubt))).isInstanceOf(FinishAnswer.Applied.class);
        return id;
    }

    private static void settled(RedisStore store, RecordId id) {
        ClaimId holder = Commands.now(store.find(id)).orElseThrow().record().claimId();
        Settle settle = new Settle(
                id,
                1,
                holder,
                new ClaimId(1, 1),
                new Settle.Verdict.DidNotHappen(),
                "ops",
                "asked the bank",
                Commands.RETENTION);
        assertThat(Commands.now(store.settle(settle))).isInstanceOf(SettleAnswer.Settled.class);
    }

    /** An attempt whose lease is over: its key's expiry is nearer than the retention. */
    private static RecordId lapsed() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        raw.commands().pexpire(NAMES.of(claim.id()), Commands.RETENTION.minusSeconds(1));
        return claim.id();
    }

    private static Claim holding(RecordId id) {
        Claim claim = Commands.claim(id);
        return new Claim(
                id,
                claim.fingerprint(),
                claim.claimId(),
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                OnDoubt.HOLD,
                0,
                null);
    }

    private static Set<RecordId> listed(RedisStore store) {
        return followed(store::doubts);
    }

    private static Set<RecordId> followed(Function<Question, java.util.concurrent.CompletionStage<Page>> look) {
        Question waiting = Question.all(100).in(State.IN_DOUBT, State.IN_PROGRESS);
        Set<RecordId> seen = new HashSet<>();
        Optional<String> place = Optional.empty();
        do {
            Page page = Commands.now(look.apply(place.map(waiting::after).orElse(waiting)));
            page.found().forEach(sighting -> seen.add(sighting.record().id()));
            place = page.next();
        } while (place.isPresent());
        return seen;
    }
}
