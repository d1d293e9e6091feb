// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.StalePlaceException;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever looks through the records on Redis")
class BrowsingTest {

    private static final KeyNames NAMES = new KeyNames(KeyNames.DEFAULT);
    private static final int SMALL = 10;
    private static final Duration A_QUARTER = Duration.ofMillis(250);

    @Test
    @DisplayName("R36, T10: sees all of them beside keys that are none: of another type, damaged, or a newer version's")
    void strangers() {
        try (RedisProcess server = RedisProcess.start();
                RedisClient client = RedisClient.create(server.uri());
                RedisStore store = Commands.patient(server.uri())) {
            Set<RecordId> records = completed(store, 50);
            var redis = client.connect().sync();
            for (int i = 0; i < 50; i++) {
                redis.lpush("semel:{4:acme,14:charges.create,list-" + i + "}", "a");
                redis.set("semel:{4:acme,14:charges.create,newer-" + i + "}", "\u0009\u0001 of tomorrow");
                redis.set("semel:{4:acme,14:charges.create,cut-" + i + "}", "\u0001\u0001");
                redis.set("semel:{by hand " + i + "}", "\u0001\u0001 is no name of ours");
            }

            assertThat(followed(store, Question.all(SMALL))).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R36: sees all of them when the server forgets its scripts between two pages")
    void scriptsForgotten() {
        try (RedisProcess server = RedisProcess.start();
                RedisClient client = RedisClient.create(server.uri());
                RedisStore store = Commands.patient(server.uri())) {
            Set<RecordId> records = completed(store, 30);
            Set<RecordId> seen = new HashSet<>();

            Page page = Commands.now(store.browse(Question.all(SMALL)));
            add(page, seen);
            client.connect().sync().scriptFlush();
            followFrom(page, store, Question.all(SMALL), seen);

            assertThat(seen).isEqualTo(records);
        }
    }

    @Test
    @DisplayName(
            "R36: meets a busy server with one step for each quarter of a second, when nothing was found for a page")
    void inVain() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                RedisClient client = RedisClient.create(server.uri());
                RedisStore store = Commands.patient(server.uri())) {
            var redis = client.connect().sync();
            completed(store, 1_000);
            Traffic others = new Traffic(store, Commands::freshId);
            others.begin();
            others.goesOn(100);
            try {
                Question rare = Question.all(50).in(State.IN_DOUBT);
                Page page = Commands.now(store.browse(rare));
                for (int i = 0; i < 3; i++) {
                    redis.configResetstat();
                    long began = System.nanoTime();
                    page = Commands.now(store.browse(rare.after(page.next().orElseThrow())));

                    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(A_QUARTER);
                    // SCAN gives whole places of its table, a few keys more.
                    assertThat(page.looked()).isBetween(120, 200);
                    assertThat(redis.info("commandstats")).containsPattern("cmdstat_scan:calls=1,");
                }
            } finally {
                others.end();
            }
        }
    }

    @Test
    @DisplayName("R36: is told to begin again by a server that was restarted, instead of missing what it does not know")
    void restarted() {
        RedisProcess before = RedisProcess.start();
        try (RedisStore store = Commands.patient(before.uri())) {
            completed(store, 30);
            String place =
                    Commands.now(store.browse(Question.all(SMALL))).next().orElseThrow();
            before.close();
            try (RedisProcess after = RedisProcess.startOn(before.port())) {
                Page begun = Commands.answered(() -> store.browse(Question.all(SMALL)));

                assertThat(begun.found())
                        .as("another run on port " + after.port())
                        .isEmpty();
                assertThatThrownBy(() ->
                                Commands.now(store.browse(Question.all(SMALL).after(place))))
                        .hasCauseInstanceOf(StalePlaceException.class)
                        .hasMessageContaining("begin again");
            }
        }
    }

    @Test
    @DisplayName("R36: is told to begin again when a server that had records is gone")
    void gone() {
        try (RedisProcess server = RedisProcess.start();
                RedisStore store = Commands.patient(server.uri())) {
            assertThatThrownBy(
                            () -> Commands.now(store.browse(Question.all(SMALL).after("another/00ff/17//"))))
                    .hasCauseInstanceOf(StalePlaceException.class)
                    .hasMessageContaining("begin again");
        }
    }

    @Test
    @DisplayName("R36: sees all records of slots that are on their way to another master, on either side")
    void slotsMove() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = RedisStore.cluster(servers.uris())
                        .callLimit(Duration.ofSeconds(10))
                        .build()) {
            Set<RecordId> records = completed(store, 200);
            List<Integer> slots = records.stream()
                    .map(id -> SlotHash.getSlot(NAMES.of(id)))
                    .filter(slot -> slot < SlotHash.SLOT_COUNT / 3)
                    .distinct()
                    .toList();
            servers.beginMove(slots, 0, 1);
            servers.moveKeys(slots.subList(0, slots.size() / 2), 0, 1);

            assertThat(slots).as("slots that move").hasSizeGreaterThan(20);
            assertThat(followed(store, Question.all(SMALL))).isEqualTo(records);
            servers.endMove(slots, 0, 1);
            assertThat(followed(store, Question.all(SMALL))).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R36: sees all records also where the first slot of a new master is on its way to it")
    void newMaster() {
        try (ClusterServers servers = new ClusterServers();
                RedisProcess joined = servers.another();
                Raw raw = new Raw(joined.uri());
                RedisStore store = patient(servers)) {
            Set<RecordId> records = completed(store, 100);
            List<Integer> slots = slotsOf(records, slot -> servers.masterOf(slot) == 0);
            servers.beginMove(slots, 0, servers.numberOf(joined));
            servers.moveKeys(slots, 0, servers.numberOf(joined));

            assertThat(raw.commands().dbsize()).isGreaterThan(10);
            assertThat(followed(store, Question.all(SMALL))).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R36: sees all records also where some went behind their back, to a master that was looked through")
    void movedBehind() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = patient(servers)) {
            Set<RecordId> records = completed(store, 200);
            List<Integer> order = servers.mastersInOrder();
            int first = order.get(0);
            int last = order.get(2);
            List<Integer> slots = slotsOf(records, slot -> servers.masterOf(slot) == last);
            servers.beginMove(slots, last, first);
            Set<RecordId> seen = new HashSet<>();
            Page page = behindMaster(first, servers, store, seen);

            servers.moveKeys(slots, last, first);
            followFrom(page, store, Question.all(SMALL), seen);

            assertThat(seen).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R36: is told to begin again where slots have got another master meanwhile")
    void slotsMoved() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = patient(servers)) {
            Set<RecordId> records = completed(store, 200);
            List<Integer> order = servers.mastersInOrder();
            int first = order.get(0);
            int last = order.get(2);
            List<Integer> slots = slotsOf(records, slot -> servers.masterOf(slot) == last);
            Page page = behindMaster(first, servers, store, new HashSet<>());
            servers.beginMove(slots, last, first);
            servers.endMove(slots, last, first);

            assertThatThrownBy(() -> followFrom(page, store, Question.all(SMALL), new HashSet<>()))
                    .hasCauseInstanceOf(StalePlaceException.class)
                    .hasMessageContaining("begin again");
        }
    }

    @Test
    @DisplayName("R36: is told to begin again where a replica has taken over from a master that was still to come")
    void failedOver() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = patient(servers)) {
            completed(store, 200);
            List<Integer> order = servers.mastersInOrder();
            Page page = Commands.now(store.browse(Question.all(SMALL)));
            assertThat(page.next().orElseThrow())
                    .startsWith(servers.node(order.get(0)).clusterMyId());
            servers.failOver(order.get(2), order.get(0));

            assertThatThrownBy(() -> followPatiently(page, store))
                    .hasRootCauseInstanceOf(StalePlaceException.class)
                    .hasStackTraceContaining("begin again");
        }
    }

    @Test
    @DisplayName("R29, R36: gets pages that are no heavier where keys are asked for by themselves, since slots move")
    void heavyOnTheirWay() {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = patient(servers)) {
            Set<RecordId> records = new HashSet<>();
            while (records.size() < 24) {
                RecordId id = Commands.freshId();
                if (servers.masterOf(SlotHash.getSlot(NAMES.of(id))) == 0) {
                    Commands.completed(store, id, new byte[1 << 20]);
                    records.add(id);
                }
            }
            List<Integer> slots = slotsOf(records, slot -> true);
            servers.beginMove(slots, 0, 1);
            servers.moveKeys(slots, 0, 1);

            Set<RecordId> seen = new HashSet<>();
            Optional<String> place = Optional.empty();
            do {
                Question all = Question.all(Question.LARGEST);
                Page page = Commands.now(store.browse(place.map(all::after).orElse(all)));
                assertThat(page.found()).as("records of a MiB").hasSizeLessThan((2 * Page.HEAVIEST) >> 20);
                add(page, seen);
                place = page.next();
            } while (place.isPresent());
            assertThat(seen).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R29, R36: gets a short page of a server that is far away, and all of them by going on")
    void farAway() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                Wire wire = new Wire(server.port());
                RedisStore near = Commands.patient(server.uri());
                RedisStore far = Commands.patient("redis://127.0.0.1:" + wire.port())) {
            Set<RecordId> records = completed(near, 700);
            wire.delayAnswers(Duration.ofMillis(60));

            Page page = Commands.now(far.browse(Question.all(Question.LARGEST)));

            assertThat(page.next()).as("its time was over before").isPresent();
            assertThat(page.looked()).isLessThan(700);
            Set<RecordId> seen = new HashSet<>();
            add(page, seen);
            followFrom(page, far, Question.all(Question.LARGEST), seen);
            assertThat(seen).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R29, R36: comes behind a large answer among small ones on a server that is far away")
    void oneLarge() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                Wire wire = new Wire(server.port());
                RedisStore near = Commands.patient(server.uri());
                RedisStore far = Commands.patient("redis://127.0.0.1:" + wire.port())) {
            Set<RecordId> records = completed(near, 50);
            RecordId large = Commands.freshId();
            Commands.completed(near, large, new byte[400 << 10]);
            records.add(large);
            wire.delayAnswers(Duration.ofMillis(60));

            assertThat(followed(far, Question.all(SMALL))).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("R36: gets as far in a page whether one record is wanted or many")
    void oneWanted() {
        try (RedisProcess server = RedisProcess.start();
                RedisStore store = Commands.patient(server.uri())) {
            completed(store, 300);
            int pages = 0;
            Optional<String> place = Optional.empty();
            do {
                Question rare = Question.all(1).in(State.IN_DOUBT);
                Page page = Commands.now(store.browse(place.map(rare::after).orElse(rare)));
                assertThat(page.next()).as("every page moves").isNotEqualTo(place);
                place = page.next();
                pages++;
            } while (place.isPresent());

            assertThat(pages).isLessThan(100);
        }
    }

    @Test
    @DisplayName("R29: is refused at once while many others look, and welcome when they have gone")
    void tooMany() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                Wire wire = new Wire(server.port());
                RedisStore store = Commands.patient("redis://127.0.0.1:" + wire.port())) {
            wire.fallSilent();
            List<CompletableFuture<Page>> others = IntStream.range(0, 64)
                    .mapToObj(i -> store.browse(Question.all(SMALL)).toCompletableFuture())
                    .toList();

            assertThatThrownBy(() -> Commands.now(store.browse(Question.all(SMALL))))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("64 others look through the records already");
            assertThat(others).noneMatch(CompletableFuture::isDone);

            wire.cutAndHeal();
            assertThat(Commands.answered(() -> store.browse(Question.all(SMALL)))
                            .found())
                    .isEmpty();
        }
    }

    private static RedisStore patient(ClusterServers servers) {
        return RedisStore.cluster(servers.uris())
                .callLimit(Duration.ofSeconds(10))
                .build();
    }

    private static List<Integer> slotsOf(Set<RecordId> records, IntPredicate wanted) {
        return records.stream()
                .map(id -> SlotHash.getSlot(NAMES.of(id)))
                .filter(wanted::test)
                .distinct()
                .toList();
    }

    /** The page with which somebody has come behind this master, the first one. */
    private static Page behindMaster(int first, ClusterServers servers, RedisStore store, Set<RecordId> seen) {
        String name = servers.node(first).clusterMyId();
        Page page = Commands.now(store.browse(Question.all(SMALL)));
        add(page, seen);
        while (page.next().orElseThrow().startsWith(name)) {
            page = Commands.now(
                    store.browse(Question.all(SMALL).after(page.next().get())));
            add(page, seen);
        }
        return page;
    }

    private static Set<RecordId> completed(RedisStore store, int count) {
        List<RecordId> ids = Stream.generate(Commands::freshId).limit(count).toList();
        ids.forEach(id -> Commands.completed(store, id, new byte[] {1}));
        return new HashSet<>(ids);
    }

    private static Set<RecordId> followed(RedisStore store, Question question) {
        Set<RecordId> seen = new HashSet<>();
        Page first = Commands.now(store.browse(question));
        add(first, seen);
        followFrom(first, store, question, seen);
        return seen;
    }

    private static void followFrom(Page begin, RedisStore store, Question question, Set<RecordId> seen) {
        Page page = begin;
        while (page.next().isPresent()) {
            String place = page.next().get();
            page = Commands.now(store.browse(question.after(place)));
            assertThat(page.next().filter(place::equals)).as("every page moves").isEmpty();
            add(page, seen);
        }
    }

    /** While servers change, some are not connected for a moment. */
    private static void followPatiently(Page begin, RedisStore store) {
        Page page = begin;
        while (page.next().isPresent()) {
            Question next = Question.all(SMALL).after(page.next().get());
            page = Commands.answered(() -> store.browse(next));
        }
    }

    private static void add(Page page, Set<RecordId> seen) {
        page.found().forEach(sighting -> seen.add(sighting.record().id()));
    }
}
