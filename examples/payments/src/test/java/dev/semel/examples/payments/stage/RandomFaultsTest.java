// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.Rounds;
import dev.semel.examples.payments.stage.Shopper.Answer;
import dev.semel.servers.Postgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.springframework.jdbc.core.JdbcTemplate;

/** Another seed in each run: {@code -Dsemel.seed} repeats the intents and faults, as far as processes let themselves be repeated. */
@Tag("http")
@DisplayName("200 payments, while the provider fails and the service is killed")
class RandomFaultsTest {

    private static final int INTENTS = 200;
    private static final int SHOPPERS = 12;
    private static final int FAULTS = 2_000;

    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;

    private final long seed = Long.getLong("semel.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final Stage stage = StageAtWork.stage();
    private final Shopper shopper = new Shopper(stage.uri());
    private final ExecutorService shoppers = Executors.newFixedThreadPool(SHOPPERS);
    private final ExecutorService fingers = Executors.newCachedThreadPool();
    private final Set<Long> killed = new HashSet<>();

    @RegisterExtension
    final TestExecutionExceptionHandler failures = (context, failure) -> {
        throw new AssertionError("with seed " + seed + "; run it again with -Dsemel.seed=" + seed, failure);
    };

    @AfterEach
    void close() throws Exception {
        stage.show().order(Trouble.NONE);
        shoppers.shutdownNow();
        fingers.shutdownNow();
    }

    /** What somebody wants: one charge, however often they click, and perhaps a part of it back. */
    private record Intent(
            int number,
            String order,
            long amount,
            String card,
            int clicks,
            boolean refund,
            String key,
            String refundKey) {

        String body() {
            return "{\"order\":\"" + order + "\",\"amount\":" + amount + ",\"currency\":\"EUR\",\"card\":\"" + card
                    + "\"}";
        }

        boolean declined() {
            return card.equals(Ledger.EMPTY_CARD);
        }
    }

    /** How one ended: the answers of all clicks on Pay, and of those on Refund. */
    private record Ended(Intent intent, List<Answer> paid, List<Answer> refunded) {}

    @Test
    @DisplayName(
            "R1, R16, R21, R22: one charge and one answer for each, and the service's rows are the provider's ledger")
    void oneChargeForEach() throws Exception {
        List<Intent> intents = intents();
        List<Integer> killAt = killTimes(Rounds.of("payments.kills"));
        List<Fault> faults = faults();
        stage.bank().order(faults);
        assertThat(stage.bank().look(Optional.empty()).faults())
                .as("faults to come")
                .isEqualTo(faults);
        int startsBefore = stage.supervisor().starts();

        List<Ended> ended = intents.stream()
                .map(intent -> CompletableFuture.supplyAsync(() -> run(intent, killAt), shoppers))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        List<Entry> ledger = ledger(intents);
        ended.forEach(one -> assertOnce(one, ledger));
        assertSameRows(intents, ledger);
        assertFaultsCame(faults);
        assertKilled(ended.get(0), startsBefore);
    }

    /** Without trouble, nothing of the above would say anything. */
    private void assertFaultsCame(List<Fault> faults) throws Exception {
        List<Fault> left = stage.bank().look(Optional.empty()).faults();
        List<Fault> came = faults.subList(0, FAULTS - left.size());
        System.out.println("payments: " + INTENTS + " intents, seed " + seed + ", " + killed.size()
                + " kills, requests to the provider " + came.size() + ", retries of clients by status "
                + shopper.retries());
        assertThat(left).as("what did not come").isEqualTo(faults.subList(came.size(), FAULTS));
        assertThat(came).hasSizeGreaterThan(INTENTS).contains(Fault.SLOW, Fault.FAIL, Fault.DROP, Fault.TIME_OUT);
        assertThat(shopper.retries()).as("retries after a provider's fault").containsKey(GATEWAY_TIMEOUT);
    }

    private void assertKilled(Ended early, int startsBefore) {
        assertThat(killed).as("processes killed").isNotEmpty();
        assertThat(shopper.retries()).as("requests that the kill broke off").containsKey(BAD_GATEWAY);
        // Answered by the last process, from what the first one has saved.
        Intent intent = early.intent();
        assertThat(shopper.insist("/v1/charges", intent.key(), intent.body()))
                .isEqualTo(early.paid().get(0));
        assertThat(stage.supervisor().starts()).isEqualTo(startsBefore + killed.size());
        assertThat(stage.supervisor().service().pid()).isNotIn(killed);
    }

    private static void assertSameRows(List<Intent> intents, List<Entry> ledger) {
        assertThat(rows("SELECT id || ' ' || order_id || ' ' || amount FROM charge WHERE order_id LIKE ?", intents))
                .containsExactlyInAnyOrderElementsOf(lines(ledger, Entry.Kind.CHARGE, Entry::order));
        assertThat(rows(
                        "SELECT refund.id || ' ' || charge_id || ' ' || refund.amount FROM refund"
                                + " JOIN charge ON charge.id = charge_id WHERE order_id LIKE ?",
                        intents))
                .containsExactlyInAnyOrderElementsOf(lines(ledger, Entry.Kind.REFUND, Entry::charge));
    }

    @Test
    @DisplayName("The same clicks without Semel charge twice: this test can see it")
    void unprotected() throws Exception {
        List<Intent> intents = intents().stream()
                .filter(intent -> intent.clicks() == 2 && !intent.declined())
                .limit(5)
                .toList();
        assertThat(intents).hasSize(5);
        for (Intent intent : intents) {
            List<Answer> answers = clicks(2, () -> shopper.insist("/unprotected/charges", intent.key(), intent.body()));
            assertThat(answers.get(0)).isNotEqualTo(answers.get(1));
        }
        // And more where an impatient client has asked again.
        assertThat(ledger(intents)).hasSizeGreaterThanOrEqualTo(2 * intents.size());
    }

    private List<Intent> intents() {
        String run = UUID.randomUUID().toString().substring(0, 8);
        return IntStream.range(0, INTENTS)
                .mapToObj(number -> new Intent(
                        number,
                        "order-" + run + "-" + number,
                        100 + random.nextInt(100_000),
                        random.nextInt(10) == 0 ? Ledger.EMPTY_CARD : "tok_visa",
                        1 + random.nextInt(3),
                        random.nextInt(5) == 0,
                        UUID.randomUUID().toString(),
                        UUID.randomUUID().toString()))
                .toList();
    }

    private List<Fault> faults() {
        List<Fault> bag = new ArrayList<>(Collections.nCopies(10, Fault.NONE));
        bag.addAll(List.of(
                Fault.SLOW, Fault.SLOW, Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.DROP, Fault.DROP, Fault.DROP));
        bag.addAll(List.of(Fault.TIME_OUT, Fault.TIME_OUT));
        return Stream.generate(() -> bag.get(random.nextInt(bag.size())))
                .limit(FAULTS)
                .toList();
    }

    private List<Integer> killTimes(int kills) {
        int share = INTENTS / (kills + 1);
        return IntStream.rangeClosed(1, kills)
                .map(kill -> kill * share + random.nextInt(share / 2))
                .boxed()
                .toList();
    }

    private Ended run(Intent intent, List<Integer> killAt) {
        CompletableFuture<List<Answer>> paying = CompletableFuture.supplyAsync(
                () -> clicks(intent.clicks(), () -> shopper.insist("/v1/charges", intent.key(), intent.body())),
                fingers);
        if (killAt.contains(intent.number())) {
            killDuring(intent);
        }
        List<Answer> paid = paying.join();
        if (!intent.refund() || intent.declined()) {
            return new Ended(intent, paid, List.of());
        }
        String charge = Web.JSON.readTree(paid.get(0).body()).get("id").asString();
        String path = "/v1/charges/" + charge + "/refunds";
        return new Ended(
                intent,
                paid,
                clicks(intent.clicks(), () -> shopper.insist(path, intent.refundKey(), "{\"amount\": 60}")));
    }

    /** When the provider has heard of it, and so in the middle of it, and of what the other shoppers do. */
    private void killDuring(Intent intent) {
        try {
            Bank.View view = stage.bank().look(Optional.empty());
            while (view.entries().stream().noneMatch(entry -> intent.order().equals(entry.order()))) {
                view = stage.bank().look(Optional.of(view.version()));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        synchronized (killed) {
            Child service = stage.supervisor().service();
            service.kill();
            int unused = service.ended().join();
            killed.add(service.pid());
        }
    }

    private <T> List<T> clicks(int clicks, Supplier<T> click) {
        return Stream.generate(() -> CompletableFuture.supplyAsync(click, fingers)).limit(clicks).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private void assertOnce(Ended ended, List<Entry> ledger) {
        Intent intent = ended.intent();
        List<Entry> charges = ledger.stream()
                .filter(entry -> intent.order().equals(entry.order()))
                .toList();
        assertThat(charges).as("charges of %s", intent).hasSize(1);
        assertThat(ended.paid())
                .as("answers of %s", intent)
                .containsOnly(ended.paid().get(0));
        assertThat(ended.paid().get(0).status()).isEqualTo(intent.declined() ? 402 : 201);
        assertThat(charges.get(0).moved()).isEqualTo(!intent.declined());
        if (!ended.refunded().isEmpty()) {
            assertThat(ledger)
                    .filteredOn(entry -> charges.get(0).id().equals(entry.charge()))
                    .hasSize(1);
            assertThat(ended.refunded()).containsOnly(ended.refunded().get(0));
            assertThat(ended.refunded().get(0).status()).isEqualTo(201);
        }
    }

    /** What the provider did for these, refunds included. */
    private List<Entry> ledger(List<Intent> intents) throws Exception {
        List<String> orders = intents.stream().map(Intent::order).toList();
        List<Entry> all = stage.bank().look(Optional.empty()).entries();
        List<String> charges = all.stream()
                .filter(entry -> orders.contains(entry.order()))
                .map(Entry::id)
                .toList();
        return all.stream()
                .filter(entry -> charges.contains(entry.id()) || charges.contains(entry.charge()))
                .toList();
    }

    private static List<String> lines(List<Entry> ledger, Entry.Kind kind, Function<Entry, String> about) {
        return ledger.stream()
                .filter(entry -> entry.kind() == kind && entry.moved())
                .map(entry -> entry.id() + " " + about.apply(entry) + " " + entry.amount())
                .toList();
    }

    private static List<String> rows(String sql, List<Intent> intents) {
        String run = intents.get(0).order().replaceAll("-0$", "-%");
        try (HikariDataSource pool = Postgres.server().pool(1)) {
            return new JdbcTemplate(pool).queryForList(sql, String.class, run);
        }
    }
}
