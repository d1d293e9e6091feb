// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Preset;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A bean that is no controller, with methods of every kind. */
class InvoicesBean {

    private final AtomicInteger runs = new AtomicInteger();
    private final IdempotencyContext current;
    private volatile Function<Integer, Object> during = run -> "nothing";

    InvoicesBean(IdempotencyContext current) {
        this.current = current;
    }

    record Invoice(String id, BigDecimal amount, Map<String, String> notes) {}

    record Receipt(String invoice, BigDecimal amount, Instant at, int attempt) {}

    AtomicInteger runs() {
        return runs;
    }

    /** What happens within the next runs. */
    void during(Function<Integer, Object> then) {
        during = then;
    }

    @Idempotent(operation = "invoices.send", key = "#invoice.id")
    public Receipt send(Invoice invoice) {
        Object unused = during.apply(runs.incrementAndGet());
        return new Receipt(invoice.id(), invoice.amount(), Instant.parse("2026-01-02T03:04:05Z"), current.attempt());
    }

    @Idempotent(operation = "invoices.void", key = "#p0")
    public void nothing(String key) {
        runs.incrementAndGet();
    }

    @Idempotent(operation = "invoices.optional", key = "#key")
    public Optional<Receipt> perhaps(String key, boolean found) {
        runs.incrementAndGet();
        return found ? Optional.of(new Receipt(key, BigDecimal.TEN, Instant.EPOCH, 1)) : Optional.empty();
    }

    @Idempotent(operation = "invoices.list", key = "#key")
    public List<Map<String, Receipt>> list(String key) {
        runs.incrementAndGet();
        return List.of(Map.of(key, new Receipt(key, BigDecimal.ONE, Instant.EPOCH, 1)));
    }

    @Idempotent(operation = "invoices.number", key = "#key")
    public int number(String key) {
        return runs.incrementAndGet();
    }

    @Idempotent(operation = "invoices.tenant", key = "#key", tenant = "#owner", payload = "#amount")
    public int ofTenant(String key, String owner, int amount, String note) {
        return runs.incrementAndGet();
    }

    @Idempotent(operation = "invoices.context", key = "#key")
    public String context(String key, IdempotencyContext attempt) {
        runs.incrementAndGet();
        return attempt.operation() + " " + attempt.attempt() + " " + attempt.isOwner();
    }

    @Idempotent(operation = "invoices.held", key = "#key", preset = Preset.PAYMENTS)
    public String held(String key) {
        return String.valueOf(during.apply(runs.incrementAndGet()));
    }

    @Idempotent(operation = "invoices.waits", key = "#key", waitUpTo = "20s")
    public String waits(String key) {
        return String.valueOf(during.apply(runs.incrementAndGet()));
    }

    @Idempotent(operation = "invoices.unsaved", key = "#key")
    public Loop unsaved(String key) {
        runs.incrementAndGet();
        return new Loop();
    }

    @Idempotent(operation = "invoices.perhaps-key", key = "#key", required = false)
    public int perhapsKey(String key) {
        return runs.incrementAndGet();
    }

    /** A call within the bean passes no proxy. */
    public int numberTwice(String key) {
        number(key);
        return number(key);
    }

    /** Cannot be written as JSON. */
    static final class Loop {
        public Loop getSelf() {
            throw new IllegalStateException("not to be written");
        }

        public List<Object> getAll() {
            return new ArrayList<>();
        }
    }
}
