// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.jdbc.SqliteStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("R12, R16: an attempt that was under way when its process died, in a file that nobody has open")
class LeftBehindTest {

    private static final Duration LEASE = Duration.ofMillis(1_500);
    private static final Duration DAY = Duration.ofDays(1);
    private static final RecordId ID =
            new RecordId(new Tenant("acct_1"), "charges.create", new IdempotencyKey("key-of-a-charge-0001"));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("semel.db");
    }

    private static Claim claim(int number, Duration lease, int rerunBelow) {
        ClaimId id = new ClaimId(1, number);
        return new Claim(ID, Fingerprint.of("1"), id, lease, DAY, DAY, OnDoubt.HOLD, rerunBelow, null);
    }

    private ClaimAnswer claimed(Claim... claims) {
        try (SqliteStore store = SqliteStore.at(file()).open()) {
            ClaimAnswer last = store.claim(claims[0]).toCompletableFuture().join();
            for (int i = 1; i < claims.length; i++) {
                Saved saved = Saved.owning("text/plain", new byte[] {1});
                store.finish(new Finish(
                                ID, i, claims[i - 1].claimId(), new Ending.Save(true, saved, 1), DAY, OnDoubt.HOLD))
                        .toCompletableFuture()
                        .join();
                last = store.claim(claims[i]).toCompletableFuture().join();
            }
            return last;
        }
    }

    private int keys(String command, String... words) throws Exception {
        out.reset();
        err.reset();
        List<String> args = new ArrayList<>(List.of("keys", command, "--offline", file().toString()));
        args.addAll(List.of(words));
        return Main.run(
                args,
                Map.of(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private int settle(int attempt, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("--verdict", "did-not-happen", "--why", "not in the ledger"));
        words.addAll(List.of("--who", "grace", "--attempt", Integer.toString(attempt)));
        words.addAll(List.of(more));
        return keys("settle", words.toArray(String[]::new));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String hash() throws Exception {
        assertThat(keys("list", "--settleable", "--json")).isZero();
        JsonArray records = new JsonObject(said()).getJsonArray("records");
        assertThat(records).as("what can be settled").hasSize(1);
        return records.getJsonObject(0).getJsonObject("key").getString("hash");
    }

    @Test
    @DisplayName(
            "is settled once its lease has run one more full length, and not before; what the command waits for it says")
    void settled() throws Exception {
        claimed(claim(1, LEASE, 0));
        String hash = hash();
        assertThat(keys("show", "--hash", hash)).isZero();
        assertThat(said()).contains("running (IN_PROGRESS)", "was under way when the file was left", "waits until");

        long begin = System.nanoTime();
        assertThat(settle(1, "--hash", hash))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(LEASE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("attempt 1 was under way", "is waited for");
        assertThat(said()).contains("RELEASED");
        assertThat(claimed(claim(2, LEASE, 0)))
                .isInstanceOfSatisfying(
                        ClaimAnswer.Granted.class,
                        granted -> assertThat(granted.sighting().record().attempt())
                                .isEqualTo(2));
    }

    @Test
    @DisplayName("is not waited for where another attempt was looked at: that is refused at once")
    void otherAttempt() throws Exception {
        claimed(claim(1, DAY, 0));

        assertThat(settle(2, "--hash", hash())).isEqualTo(Keys.MOVED);

        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("waited for");
    }

    @Test
    @DisplayName("cannot be settled where it makes an older answer anew, since that answer stands")
    void olderAnswer() throws Exception {
        claimed(claim(1, DAY, 0), claim(2, DAY, 2));

        assertThat(keys("list", "--settleable")).isZero();
        assertThat(said()).contains("no records match");
        assertThat(settle(
                        2,
                        "--tenant",
                        "acct_1",
                        "--operation",
                        "charges.create",
                        "--key",
                        ID.key().value()))
                .isEqualTo(Keys.MOVED);
    }

    @Test
    @DisplayName("is listed by state, too, and a state that cannot be settled is refused as at a gateway")
    void states() throws Exception {
        claimed(claim(1, DAY, 0));

        assertThat(keys("list", "--settleable", "--state", "in-progress")).isZero();
        assertThat(said()).contains("charges.create");
        assertThat(keys("list", "--settleable", "--state", "in-doubt")).isZero();
        assertThat(said()).contains("no records match");
        assertThat(keys("list", "--settleable", "--state", "completed")).isEqualTo(Main.FAILED);
    }
}
