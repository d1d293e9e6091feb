// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.http.HttpAnswer;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.Browsable;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.spi.StalePlaceException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A search for what is rare")
class SearchTest {

    private static final int MANY = 20_000;
    private static final Duration DAY = Duration.ofDays(1);
    private static final Pattern LOOKED = Pattern.compile("\"looked\":(\\d+)");

    private final MemoryStore store = MemoryStore.holding(2 * MANY);

    private void complete(int number) {
        ended(number, new Ending.Save(true, Saved.of("text/plain", new byte[1]), 0));
    }

    private void ended(int number, Ending done) {
        RecordId id = new RecordId(Tenant.sole(), "charges", new IdempotencyKey("key-" + number));
        ClaimId holder = new ClaimId(1, number);
        store.claim(new Claim(
                        id,
                        Fingerprint.of("x"),
                        holder,
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(15),
                        DAY,
                        OnDoubt.HOLD,
                        0,
                        null))
                .toCompletableFuture()
                .join();
        store.finish(new Finish(id, 1, holder, done, DAY, OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    private static int looked(HttpAnswer answer) {
        Matcher looked = LOOKED.matcher(Visitor.text(answer));
        assertThat(looked.find()).as(Visitor.text(answer)).isTrue();
        return Integer.parseInt(looked.group(1));
    }

    @Test
    @DisplayName("R36: says how many records were looked at and not how many were found, and ends by that number")
    void looks() {
        for (int number = 1; number <= MANY; number++) {
            complete(number);
        }
        Visitor visitor = new Visitor(Console.builder(store).build());
        visitor.with("Semel-Csrf", Visitor.member(visitor.get("api/session"), "csrf"));

        // All are in the state that is asked for, and none is of that operation.
        String refunds = "\"states\":[\"COMPLETED\"],\"operation\":\"refunds\"";
        HttpAnswer first = visitor.post("api/records/search", "{" + refunds + "}");
        int all = looked(first);
        String next = Visitor.member(first, "next");

        assertThat(all).as("one page of this store, and no second").isBetween(1_000, 6_000);
        assertThat(Visitor.text(first)).contains("\"records\":[]").contains("\"full\":false");
        while (!next.isEmpty()) {
            HttpAnswer page = visitor.post("api/records/search", "{" + refunds + ",\"after\":\"" + next + "\"}");
            all += looked(page);
            next = Visitor.member(page, "next");
        }
        assertThat(all).isEqualTo(MANY);
    }

    private void doubt(int number) {
        ended(number, new Ending.Doubt());
    }

    @Test
    @DisplayName(
            "R16, R36: of what the store has listed looks at nothing else, and says what it is; without a list it is a search")
    void listed() {
        for (int number = 1; number <= MANY; number++) {
            complete(number);
        }
        doubt(MANY + 1);

        HttpAnswer list = search(store, "{\"settleable\":true,\"listed\":true}");
        HttpAnswer searched = search(withoutList(), "{\"settleable\":true,\"listed\":true}");

        assertThat(looked(list)).isEqualTo(1);
        assertThat(Visitor.text(list))
                .contains("\"standing\":\"held\"", "\"next\":null", "\"full\":true", "\"listed\":true");
        assertThat(looked(searched)).as("also what does not wait").isGreaterThan(1);
        assertThat(Visitor.text(searched)).contains("\"listed\":false");
    }

    private static HttpAnswer search(IdempotencyStore store, String question) {
        Visitor visitor = new Visitor(Console.builder(store).build());
        visitor.with("Semel-Csrf", Visitor.member(visitor.get("api/session"), "csrf"));
        return visitor.post("api/records/search", question);
    }

    private IdempotencyStore withoutList() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {IdempotencyStore.class, Settleable.class, Browsable.class},
                (proxy, method, arguments) -> method.invoke(store, arguments));
    }

    /** A store whose servers were restarted since the page before. */
    private IdempotencyStore restarted() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {IdempotencyStore.class, Settleable.class, Browsable.class},
                (proxy, method, arguments) -> method.getName().equals("browse")
                        ? CompletableFuture.failedFuture(new StalePlaceException("begin again"))
                        : method.invoke(store, arguments));
    }

    @Test
    @DisplayName("R36: is told to search again where going on could miss records, and not that nothing more is there")
    void beginsAgain() {
        Visitor visitor = new Visitor(Console.builder(restarted()).build());
        visitor.with("Semel-Csrf", Visitor.member(visitor.get("api/session"), "csrf"));

        HttpAnswer refused = visitor.post("api/records/search", "{\"settleable\":true}");

        assertThat(refused.status()).isEqualTo(410);
        assertThat(Visitor.member(refused, "code")).isEqualTo("stale-reference");
        assertThat(Visitor.member(refused, "detail")).contains("search again");
    }
}
