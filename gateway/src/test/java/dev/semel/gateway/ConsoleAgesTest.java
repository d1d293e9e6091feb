// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.testkit.ManualClock;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("By the store's clock, the console")
class ConsoleAgesTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);

    private final ManualClock clock = ManualClock.create();
    private final MemoryStore store = MemoryStore.on(clock);
    private final MountedConsole console = new MountedConsole(store);
    private int claims;

    @AfterEach
    void close() {
        console.close();
    }

    private Claim claim(String operation) {
        RecordId id = new RecordId(new Tenant("acct_17"), operation, new IdempotencyKey("key-of-" + operation));
        ClaimId claimId = new ClaimId(1, ++claims);
        return new Claim(id, Fingerprint.of("x"), claimId, LEASE, DAY, DAY, OnDoubt.HOLD, 0, null);
    }

    private ClaimAnswer claimed(Claim claim) {
        return store.claim(claim).toCompletableFuture().join();
    }

    private static List<String> operations(JsonObject page) {
        return page.getJsonArray("records").stream()
                .map(record -> ((JsonObject) record).getString("operation"))
                .toList();
    }

    private List<String> olderThan(Operator operator, long seconds) throws Exception {
        JsonObject question = new JsonObject().put("olderThanSeconds", seconds);
        return operations(operator.post("api/records/search", question).body());
    }

    private List<String> listed(String olderThan) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        List<String> command =
                List.of("keys", "list", "--json", "--admin", console.uri().toString(), "--older-than", olderThan);
        assertThat(Main.run(command, Map.of(), print, System.err)).isZero();
        return operations(new JsonObject(out.toString(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("R36: finds what is older than asked for, and leaves out what is younger; so does semel keys list")
    void ages() throws Exception {
        Operator operator = new Operator(console.uri()).greeted();
        claimed(claim("charges.create"));
        clock.advance(Duration.ofHours(2));
        claimed(claim("refunds.create"));

        assertThat(olderThan(operator, 3_600)).containsExactly("charges.create");
        assertThat(olderThan(operator, 7_200)).containsExactly("charges.create");
        assertThat(olderThan(operator, 7_201)).isEmpty();
        assertThat(olderThan(operator, 0)).containsExactlyInAnyOrder("charges.create", "refunds.create");
        assertThat(listed("1h")).containsExactly("charges.create");
        assertThat(listed("3h")).isEmpty();
        clock.advance(Duration.ofHours(1));
        assertThat(listed("1h")).containsExactlyInAnyOrder("charges.create", "refunds.create");
    }

    @Test
    @DisplayName(
            "R8, R10, R16: settles an attempt once its lease is over and not before; its late ending changes nothing, and the next retry runs")
    void lapsed() throws Exception {
        Operator operator = new Operator(console.uri()).greeted();
        Claim first = claim("charges.create");
        claimed(first);
        JsonObject inbox = new JsonObject().put("settleable", true);
        JsonObject all = operator.post("api/records/search", new JsonObject()).body();
        JsonObject running = all.getJsonArray("records").getJsonObject(0);
        assertThat(operations(operator.post("api/records/search", inbox).body()))
                .isEmpty();
        JsonObject decision = ConsoleBench.verdict(running, "did-not-happen").put("who", "kim");
        assertThat(operator.post("api/records/settle", decision).code()).isEqualTo("moved");

        clock.advance(LEASE.plusSeconds(1));

        JsonObject waiting = operator.post("api/records/search", inbox).body();
        assertThat(waiting.getJsonArray("records").getJsonObject(0).getMap())
                .containsEntry("standing", "lapsed")
                .containsEntry("state", "IN_PROGRESS");
        JsonObject settled = operator.post("api/records/settle", decision).body();
        assertThat(settled.getMap()).containsEntry("state", "RELEASED").containsEntry("nextRetry", "run");
        Finish late = new Finish(first.id(), 1, first.claimId(), new Ending.Doubt(), DAY, OnDoubt.HOLD);
        assertThat(store.finish(late).toCompletableFuture().join()).isInstanceOf(FinishAnswer.Fenced.class);
        assertThat(claimed(claim("charges.create")))
                .isInstanceOfSatisfying(
                        ClaimAnswer.Granted.class,
                        granted -> assertThat(granted.sighting().record().attempt())
                                .isEqualTo(2));
    }
}
