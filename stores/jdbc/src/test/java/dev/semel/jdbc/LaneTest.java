// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Postgres;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.RecordId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Group commit")
class LaneTest {

    private final List<List<RecordId>> sent = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private HikariDataSource pool;
    private Crew crew;

    @BeforeEach
    void open() {
        pool = Postgres.server().pool(2);
        crew = new Crew(pool, 2, Duration.ofSeconds(5));
    }

    @AfterEach
    void close() {
        go.countDown();
        crew.close();
        pool.close();
    }

    private Lane<RecordId, String> lane(BatchWork<RecordId, String> work) {
        LaneLimits limits = new LaneLimits(1, 1, 20, 8, 100, false, Duration.ofMillis(50));
        return new Lane<>("tests", limits, crew, id -> id, id -> 1, work);
    }

    /** Answers each command; the first batch waits until the test says so. */
    private List<Reply<String>> held(List<RecordId> batch) {
        sent.add(List.copyOf(batch));
        begun.countDown();
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answers(batch);
    }

    private static List<Reply<String>> answers(List<RecordId> batch) {
        return batch.stream()
                .<Reply<String>>map(id -> new Reply.Answered<>(id.key().value()))
                .toList();
    }

    @Test
    @DisplayName("goes on after a time in which no thread could be made: who asked then hears it at once")
    void noThread() throws Exception {
        AtomicBoolean none = new AtomicBoolean(true);
        Crew poor = new Crew(pool, 1, Duration.ofSeconds(5), work -> {
            if (none.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        });
        try (poor) {
            LaneLimits limits = new LaneLimits(1, 1, 20, 8, 100, false, Duration.ofMillis(50));
            Lane<RecordId, String> lane =
                    new Lane<>("tests", limits, poor, id -> id, id -> 1, (connection, batch) -> answers(batch));
            assertThatThrownBy(() -> Commands.now(lane.submit(Commands.freshId())))
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            none.set(false);
            RecordId id = Commands.freshId();
            assertThat(lane.submit(id).get(20, TimeUnit.SECONDS))
                    .isEqualTo(id.key().value());
        }
    }

    @Test
    @DisplayName("sends a lone command at once, and what comes meanwhile together")
    void gathers() throws Exception {
        Lane<RecordId, String> lane = lane((connection, batch) -> held(batch));
        CompletableFuture<String> first = lane.submit(Commands.id("first"));
        begun.await();
        List<CompletableFuture<String>> others = IntStream.range(0, 8)
                .mapToObj(i -> lane.submit(Commands.id("key-" + i)))
                .toList();
        go.countDown();
        Commands.now(first);
        others.forEach(Commands::now);
        assertThat(sent).extracting(List::size).containsExactly(1, 8);
    }

    @Test
    @DisplayName("T15: a caller that blocks when it hears its answer does not stop the lane it asks next")
    void blockingCallback() {
        Lane<RecordId, String> next = lane((connection, batch) -> answers(batch));
        Lane<RecordId, String> lane = lane((connection, batch) -> answers(batch));
        CompletableFuture<String> answer = lane.submit(Commands.id("first"))
                .thenApply(first -> Commands.now(next.submit(Commands.id("next-" + first))));
        assertThat(Commands.now(answer)).isEqualTo("next-first");
    }

    @Test
    @DisplayName("sends a second batch beside the first when a crowd waits, and not before")
    void crowd() throws Exception {
        LaneLimits limits = new LaneLimits(2, 4, 20, 8, 100, false, Duration.ofMillis(50));
        CountDownLatch both = new CountDownLatch(2);
        Lane<RecordId, String> lane = new Lane<>("tests", limits, crew, id -> id, id -> 1, (connection, batch) -> {
            both.countDown();
            return held(batch);
        });
        CompletableFuture<String> first = lane.submit(Commands.id("first"));
        begun.await();
        List<CompletableFuture<String>> others = IntStream.range(0, 3)
                .mapToObj(i -> lane.submit(Commands.id("key-" + i)))
                .toList();
        assertThat(sent).hasSize(1);
        CompletableFuture<String> fourth = lane.submit(Commands.id("key-3"));
        both.await();
        go.countDown();
        Commands.now(first);
        Commands.now(fourth);
        others.forEach(Commands::now);
        assertThat(sent).extracting(List::size).containsExactly(1, 4);
    }

    @Test
    @DisplayName("never puts a record twice into a batch: the second command comes after the first")
    void duplicates() throws Exception {
        Lane<RecordId, String> lane = lane((connection, batch) -> held(batch));
        CompletableFuture<String> first = lane.submit(Commands.id("first"));
        begun.await();
        List<CompletableFuture<String>> others = List.of("a", "a", "b", "a").stream()
                .map(key -> lane.submit(Commands.id(key)))
                .toList();
        go.countDown();
        Commands.now(first);
        others.forEach(Commands::now);
        assertThat(sent)
                .containsExactly(
                        List.of(Commands.id("first")),
                        List.of(Commands.id("a"), Commands.id("b")),
                        List.of(Commands.id("a")),
                        List.of(Commands.id("a")));
    }

    @Test
    @DisplayName("R28: looks once for all who wait to look at the same record, and each hears it")
    void sharedLooks() throws Exception {
        LaneLimits limits = new LaneLimits(1, 1, 20, 8, 100, true, Duration.ofMillis(50));
        Lane<RecordId, String> lane =
                new Lane<>("tests", limits, crew, id -> id, id -> 1, (connection, batch) -> held(batch));
        CompletableFuture<String> first = lane.submit(Commands.id("a"));
        begun.await();
        List<CompletableFuture<String>> others = List.of("a", "a", "b", "a").stream()
                .map(key -> lane.submit(Commands.id(key)))
                .toList();
        go.countDown();
        Commands.now(first);
        assertThat(others).extracting(Commands::now).containsExactly("a", "a", "b", "a");
        assertThat(sent)
                .as("what is under way may have looked too early")
                .containsExactly(List.of(Commands.id("a")), List.of(Commands.id("a"), Commands.id("b")));
        lane.close();
        assertThat(lane.isEmptyBy(System.nanoTime() + TimeUnit.SECONDS.toNanos(10)))
                .as("everybody is gone")
                .isTrue();
    }

    @Test
    @DisplayName("R29: does not try each command alone when none of them is to blame, as for a full disk")
    void nobodysFault() throws Exception {
        Lane<RecordId, String> lane = lane((connection, batch) -> {
            held(batch);
            throw new SQLException("The table is full", "HY000", 1114);
        });
        CompletableFuture<String> first = lane.submit(Commands.id("first"));
        begun.await();
        List<CompletableFuture<String>> others = IntStream.range(0, 8)
                .mapToObj(i -> lane.submit(Commands.id("key-" + i)))
                .toList();
        go.countDown();
        assertThatThrownBy(() -> Commands.now(first)).hasCauseInstanceOf(StoreUnavailableException.class);
        others.forEach(answer ->
                assertThatThrownBy(() -> Commands.now(answer)).hasCauseInstanceOf(StoreUnavailableException.class));
        assertThat(sent).extracting(List::size).containsExactly(1, 8);
    }

    @Test
    @DisplayName("lets one bad command fail alone")
    void badCommand() throws Exception {
        Lane<RecordId, String> lane = lane((connection, batch) -> {
            List<Reply<String>> replies = held(batch);
            if (batch.contains(Commands.id("bad"))) {
                throw new SQLException("a value that cannot be", "22021");
            }
            return replies;
        });
        CompletableFuture<String> first = lane.submit(Commands.id("first"));
        begun.await();
        List<CompletableFuture<String>> good = IntStream.range(0, 6)
                .mapToObj(i -> lane.submit(Commands.id("good-" + i)))
                .toList();
        CompletableFuture<String> bad = lane.submit(Commands.id("bad"));
        go.countDown();
        assertThat(Commands.now(first)).isEqualTo("first");
        assertThat(good).allSatisfy(answer -> assertThat(Commands.now(answer)).startsWith("good"));
        assertThatThrownBy(() -> Commands.now(bad)).hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @DisplayName("R7: sends a batch again when the database asks for it, by a deadlock or a failed serialization")
    void sentAgain() {
        Lane<RecordId, String> lane = lane((connection, batch) -> {
            sent.add(List.copyOf(batch));
            if (sent.size() == 1) {
                throw new SQLException("deadlock detected", "40P01");
            }
            if (sent.size() == 2) {
                throw new SQLException("could not serialize access", "40001");
            }
            if (sent.size() == 3) {
                throw new SQLException("Deadlock found when trying to get lock", "40001", 1213);
            }
            return answers(batch);
        });
        assertThat(Commands.now(lane.submit(Commands.id("key")))).isEqualTo("key");
        assertThat(sent).hasSize(4).containsOnly(List.of(Commands.id("key")));
    }

    @Test
    @DisplayName("R29: refuses at once what is beyond its bound")
    void bounded() throws Exception {
        Lane<RecordId, String> lane = lane((connection, batch) -> held(batch));
        List<CompletableFuture<String>> inside = IntStream.range(0, 20)
                .mapToObj(i -> lane.submit(Commands.id("key-" + i)))
                .toList();
        CompletableFuture<String> tooMany = lane.submit(Commands.id("one-too-many"));
        assertThat(inside).noneMatch(CompletableFuture::isDone);
        assertThat(tooMany).isCompletedExceptionally();
        assertThatThrownBy(() -> Commands.now(tooMany)).hasMessageContaining("20 calls (tests) wait");
    }

    @Test
    @DisplayName("repeats what meets a locked row, not for ever, and then says the last word")
    void lockedRow() {
        Lane<RecordId, String> lane = lane((connection, batch) -> batch.stream()
                .<Reply<String>>map(id -> new Reply.Again<>(id.equals(Commands.id("silent")) ? null : "last word"))
                .toList());
        CompletableFuture<String> silent = lane.submit(Commands.id("silent"));
        assertThat(Commands.now(lane.submit(Commands.id("key")))).isEqualTo("last word");
        assertThatThrownBy(() -> Commands.now(silent)).hasMessageContaining("locked");
    }

    @Test
    @DisplayName("R29: who waits for a thread when the store is closed hears that there will be none")
    void closedBeforeItBegan() throws Exception {
        Crew impatient = new Crew(pool, 1, Duration.ofMillis(100));
        CompletableFuture<String> hangs = impatient.ask(connection -> {
            begun.countDown();
            return hang();
        });
        CompletableFuture<String> waits = impatient.ask(connection -> "never");
        begun.await();

        impatient.close();

        assertThatThrownBy(() -> waits.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> hangs.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> impatient.ask(connection -> "late").get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }

    private String hang() throws SQLException {
        try {
            go.await();
            return "went on";
        } catch (InterruptedException e) {
            throw new SQLException("interrupted", e);
        }
    }
}
