// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.key.KeyRules;
import dev.semel.servers.Database;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyAge;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

/**
 * A process, perhaps with a wrong clock, that does everything for which time matters and says what came of it. The
 * records that it finds were written while the clock was right.
 */
final class ClockedClient {

    static final String TABLE = "semel_clock";
    static final Duration LEASE = Duration.ofMinutes(10);
    static final Duration RETENTION = Duration.ofHours(1);
    static final String NOW = "now";

    private final IdempotencyStore store;
    private final String prefix;
    private final ClaimId claimId;

    ClockedClient(IdempotencyStore store, String prefix, long origin) {
        this.store = store;
        this.prefix = prefix;
        this.claimId = new ClaimId(origin, 1);
    }

    static JdbcStore store(String product, DataSource pool) {
        JdbcStoreBuilder builder = product.equals("mariadb") ? JdbcStore.mariadb(pool) : JdbcStore.postgresql(pool);
        return builder.table(TABLE).build();
    }

    /** Arguments: the product, the database's URL, user and password, the prefix of its keys, a number of its own, and now. */
    public static void main(String[] args) {
        say(NOW, Instant.now().toString());
        try (HikariDataSource pool = Database.of(args[1], args[2], args[3]).pool(4);
                JdbcStore store = store(args[0], pool)) {
            ClockedClient client = new ClockedClient(store, args[4], Long.parseLong(args[5]));
            client.tell(Instant.parse(args[6]));
            client.tellByEngine();
        }
    }

    /** The records that are met, of another client and of the one with this number. */
    static void layOut(IdempotencyStore store, String prefix, long number) {
        ClockedClient other = new ClockedClient(store, prefix, -number);
        ClockedClient itself = new ClockedClient(store, prefix, number);
        List.of("live", "lapsed", "kept", "expired", "purgeable").forEach(key -> other.claim(key, null));
        itself.claim("own-lapsed", null);
        List.of("kept", "expired", "purgeable").forEach(other::complete);
    }

    /** The statements that let time pass for some of them. */
    static List<String> ageing(String table, String keyColumn, String prefix) {
        return List.of(
                ageing(table, keyColumn, List.of(prefix + "-lapsed", prefix + "-own-lapsed"), LEASE),
                ageing(table, keyColumn, List.of(prefix + "-expired", prefix + "-purgeable"), RETENTION));
    }

    private static String ageing(String table, String keyColumn, List<String> keys, Duration duration) {
        long micros = Micros.of(duration);
        return "UPDATE " + table + " SET lease_until = lease_until - " + micros + ", expires_at = expires_at - "
                + micros + " WHERE " + keyColumn + " IN ('" + String.join("', '", keys) + "')";
    }

    void tell(Instant serversNow) {
        say("new key", claim("new", null));
        say("its renewal", renew("new"));
        say("the new key, found", found("new"));
        say("live lease of another", claim("live", null));
        say("live lease, found", found("live"));
        say("lapsed lease, found", found("lapsed"));
        say("lapsed lease of another", claim("lapsed", null));
        say("own lapsed lease, renewed", renew("own-lapsed"));
        say("kept answer", claim("kept", null));
        say("expired answer", claim("expired", null));
        say("young key", claim("young", new KeyAge(serversNow.minus(RETENTION.dividedBy(2)), RETENTION)));
        say("old key", claim("old", new KeyAge(serversNow.minus(RETENTION.multipliedBy(2)), RETENTION)));
        say("completion", complete("new"));
        say("its replay", claim("new", null));
        join(((Purgeable) store).purge(1000));
        say("purgeable, found", found("purgeable"));
        say("kept answer, found after the purge", found("kept"));
    }

    /** The whole way, as an application goes it. */
    void tellByEngine() {
        Operation operation = Operation.named("orders.place")
                .keyRules(KeyRules.LENIENT)
                .inDoubt(InDoubt.rerun())
                .lease(LEASE)
                .retention(RETENTION)
                .build();
        try (Idempotency engine = Idempotency.builder(store)
                .storeTimeout(Duration.ofMinutes(1))
                .withoutLog()
                .build()) {
            Ticket ticket = ((Admission.Run) engine.admit(intent(operation, "by-engine"))).ticket();
            say("engine, new key", "owner " + ticket.isOwner());
            say("engine, live lease of another", name(engine.admit(intent(operation, "live"))));
            say("engine, completion", name(join(ticket.complete(answer("by-engine")))));
            say("engine, retry", name(engine.admit(intent(operation, "by-engine"))));
            say("engine, kept answer", name(engine.admit(intent(operation, "kept"))));
        }
    }

    private Intent intent(Operation operation, String key) {
        RecordId id = id(key);
        return new Intent(operation, id.tenant(), id.key(), Fingerprint.of("order"));
    }

    private static String name(Object ending) {
        return ending.getClass().getSimpleName();
    }

    static void say(String what, String came) {
        System.out.println(what + ": " + came);
    }

    RecordId id(String key) {
        return new RecordId(new Tenant("acme"), "orders.place", new IdempotencyKey(prefix + "-" + key));
    }

    String claim(String key, KeyAge age) {
        ClaimAnswer answer = join(store.claim(
                new Claim(id(key), Fingerprint.of("order"), claimId, LEASE, LEASE, RETENTION, OnDoubt.TAKE, 0, age)));
        String kind = name(answer);
        if (answer instanceof ClaimAnswer.Granted granted) {
            return kind + " " + describe(granted.sighting());
        }
        return answer instanceof ClaimAnswer.Final last
                ? kind + " " + text(last.answer().saved())
                : kind;
    }

    private String renew(String key) {
        return join(store.renew(List.of(new Renewal(id(key), 1, claimId, LEASE, RETENTION))))
                .get(0)
                .name();
    }

    String complete(String key) {
        Ending ending = new Ending.Save(true, answer(key), 0);
        return name(join(store.finish(new Finish(id(key), 1, claimId, ending, RETENTION, OnDoubt.TAKE))));
    }

    private String found(String key) {
        return join(store.find(id(key))).map(ClockedClient::describe).orElse("nothing");
    }

    private static String describe(Sighting seen) {
        KeyRecord record = seen.record();
        return record.state() + " attempt " + record.attempt() + " " + record.reason()
                + (seen.leaseLive() ? " live" : "") + (seen.lapsed() ? " lapsed" : "")
                + (record.expiredAt(seen.at()) ? " expired" : "");
    }

    private static Saved answer(String key) {
        return Saved.of("text/plain", ("answer of " + key).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Saved saved) {
        return new String(saved.toBytes(), StandardCharsets.UTF_8);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
