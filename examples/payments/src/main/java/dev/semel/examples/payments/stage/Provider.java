// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes money and gives it back, as payment providers do: with keys, a query for what became of a key, and a ledger. It can be
 * told to go wrong: each request to {@code /charges} and {@code /refunds} takes the next of the faults that were put.
 */
public final class Provider implements AutoCloseable {

    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final Duration NEVER = Duration.ofMinutes(2);

    private final Ledger ledger;
    private final Duration slow;
    private final Faults faults = new Faults();
    private final Changes changes = new Changes();
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private final Web web;

    Provider(int port, Path file, Duration slow) throws IOException {
        this.ledger = Ledger.open(file);
        this.slow = slow;
        this.web = new Web(port)
                .on("/charges", exchange -> take(exchange, Entry.Kind.CHARGE))
                .on("/refunds", exchange -> take(exchange, Entry.Kind.REFUND))
                .on("/requests", this::tell)
                .on("/ledger", this::show)
                .on("/faults", this::put)
                .start();
    }

    /** What is asked for, of either kind. */
    record Wanted(
            @Nullable String order,
            @Nullable String charge,
            long amount,
            @Nullable String currency,
            @Nullable String card) {

        Wanted {
            if (amount <= 0) {
                throw new IllegalArgumentException("money is taken and given back in positive amounts");
            }
        }
    }

    private void take(HttpExchange exchange, Entry.Kind kind) throws IOException {
        Wanted wanted = Web.read(exchange, Wanted.class);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        Entry asked =
                new Entry("", kind, null, wanted.order(), wanted.charge(), wanted.amount(), wanted.currency(), key);
        Fault fault = faults.next();
        changes.add();
        if (fault == Fault.FAIL) {
            System.out.println("nothing is taken: " + fault);
            speak(() -> Web.problem(exchange, 503, "The provider is out of order."));
            return;
        }
        Entry entry = ledger.enter(asked, wanted.card());
        changes.add();
        if (!entry.asks(asked)) {
            speak(() -> Web.problem(exchange, 422, "This key was used for something else."));
        } else {
            answer(exchange, entry, fault);
        }
    }

    private void answer(HttpExchange exchange, Entry entry, Fault fault) throws IOException {
        System.out.println(entry.words() + (fault == Fault.NONE ? "" : ", and then: " + fault));
        switch (fault) {
            case SLOW -> after(slow, () -> speak(() -> answer(exchange, entry)));
            case DROP -> drop(exchange, entry);
            case TIME_OUT -> after(NEVER, exchange::close);
            default -> speak(() -> answer(exchange, entry));
        }
    }

    private static void answer(HttpExchange exchange, Entry entry) throws IOException {
        String refusal = entry.refusal();
        if (refusal == null) {
            Web.json(exchange, 201, entry);
        } else {
            Web.problem(exchange, entry.kind() == Entry.Kind.CHARGE ? 402 : 422, refusal);
        }
    }

    /** Half of the answer, and then nothing. */
    private static void drop(HttpExchange exchange, Entry entry) throws IOException {
        byte[] body = Web.JSON.writeValueAsBytes(entry);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(201, body.length);
        exchange.getResponseBody().write(body, 0, body.length / 2);
        exchange.getResponseBody().flush();
        exchange.close();
    }

    private interface Step {
        void run() throws IOException;
    }

    /** At once, and on this thread, unless there is a silence. */
    private void speak(Step step) throws IOException {
        CompletableFuture<Void> spoken = faults.spoken();
        if (spoken.isDone()) {
            step.run();
        } else {
            var unused = spoken.thenRun(() -> after(Duration.ZERO, step));
        }
    }

    private void after(Duration time, Step step) {
        var unused = later.schedule(
                () -> {
                    step.run();
                    return null;
                },
                time.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** What became of a key: a list of one request, or of none. */
    private void tell(HttpExchange exchange) throws IOException {
        String key = Web.parameter(exchange, "key").orElse("");
        speak(() -> Web.json(exchange, 200, ledger.under(key).stream().toList()));
    }

    /** The whole ledger; with a version, once there is another one. */
    private void show(HttpExchange exchange) throws IOException {
        long version = changes.await(Web.parameter(exchange, "after"), LOOK);
        Web.json(exchange, 200, Map.of("version", version, "faults", faults.coming(), "entries", ledger.entries()));
    }

    private void put(HttpExchange exchange) throws IOException {
        faults.put(List.of(Web.read(exchange, Fault[].class)));
        changes.add();
        Web.send(exchange, 204, "application/json", new byte[0]);
    }

    URI uri() {
        return web.uri();
    }

    @Override
    public void close() throws IOException {
        web.close();
        later.shutdownNow();
        ledger.close();
    }

    /** Arguments: the port, 0 for any; the ledger's file; how slow slow is, in ISO 8601. */
    public static void main(String[] args) throws IOException {
        Provider provider = new Provider(Integer.parseInt(args[0]), Path.of(args[1]), Duration.parse(args[2]));
        System.out.println("money is taken at " + provider.uri());
    }
}
