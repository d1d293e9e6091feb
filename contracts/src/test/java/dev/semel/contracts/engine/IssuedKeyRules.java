// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.IssuedKey;
import dev.semel.IssuedKeys;
import dev.semel.Operation;
import dev.semel.SessionKeys;
import dev.semel.Tenant;
import dev.semel.key.KeyIssuer;
import dev.semel.testkit.ManualClock;
import dev.semel.testkit.ManualTime;
import dev.semel.testkit.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys that the service has issued, one for each session. */
abstract class IssuedKeyRules extends EngineRules {

    private static final Duration LIFETIME = Duration.ofMinutes(30);
    private static final Duration MARGIN = Duration.ofMinutes(5);
    private static final Tenant ACME = new Tenant("acme");
    private static final IssuedKeys KEYS = new IssuedKeys(
            KeyIssuer.withSecret("a secret of more than sixteen bytes".getBytes(UTF_8)), LIFETIME, MARGIN);
    private static final Operation CHARGES = Scene.charges(policy -> policy.issuedKeys(KEYS));

    private Execution ask(Tenant tenant, String session) {
        return Now.of(SessionKeys.of(scene().engine(), KEYS, CHARGES).issue(tenant, session));
    }

    private IssuedKey issued(String session) {
        SessionKeys keys = SessionKeys.of(scene().engine(), KEYS, CHARGES);
        return ask(ACME, session).value(keys.codec());
    }

    private static Intent intent(IssuedKey key) {
        return new Intent(CHARGES, ACME, new IdempotencyKey(key.value()), Fingerprint.of("100 EUR"));
    }

    @Test
    @DisplayName(
            "R25: a session has one key, which every engine on its store gives it, for as long as its answers are kept")
    void oneForEachSession() {
        IssuedKey key = issued("cart-1");
        scene().pass(Duration.ofHours(24));

        scene().open(settings -> settings);

        assertThat(issued("cart-1")).isEqualTo(key);
        assertThat(issued("cart-2")).isNotEqualTo(key);
        assertThat(Expect.answered(ask(new Tenant("bank"), "cart-1")).saved().toBytes())
                .isNotEqualTo(key.value().getBytes(UTF_8));
    }

    @Test
    @DisplayName("R25: a key that is given again because its answer was lost is the same, however much later")
    void lostAnswer() {
        SessionKeys keys = SessionKeys.of(scene().engine(), KEYS, CHARGES);
        scene().log().refuse(finish -> true);
        CompletionStage<Execution> unrecorded = keys.issue(ACME, "cart-1");
        scene().passSeconds(2);
        scene().pass(Duration.ofMinutes(10));
        scene().log().refuse(finish -> false);

        IssuedKey again = issued("cart-1");

        assertThat(Now.of(unrecorded).value(keys.codec())).isEqualTo(again);
        Intent asked = new Intent(keys.operation(), ACME, new IdempotencyKey("cart-1"), Fingerprint.of("cart-1"));
        assertThat(scene().record(asked).attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R25, R14: work begins under a key during its lifetime and the margin, and not after")
    void lifetime() {
        Intent early = intent(issued("cart-1"));
        Intent late = intent(issued("cart-2"));
        scene().pass(LIFETIME.plus(MARGIN));
        assertThat(scene().run(early).attempt()).isEqualTo(1);

        scene().pass(Duration.ofMillis(1));

        Expect.a(Admission.ExpiredKey.class, scene().admit(late));
        assertThat(scene().find(late)).isEmpty();
    }

    @Test
    @DisplayName(
            "R25, R14: what was done under a key is replayed after its lifetime, and after the retention not done again")
    void replayedAndNeverAgain() {
        Intent intent = intent(issued("cart-1"));
        Expect.recorded(scene().run(intent).complete(Expect.saved("paid")));

        scene().pass(Duration.ofHours(23));
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
        scene().pass(Duration.ofHours(2));
        Expect.a(Admission.ExpiredKey.class, scene().admit(intent));
    }

    @Test
    @DisplayName("R25, R16: a session keeps its key while what was begun under it is held, and answered after that")
    void held() {
        Operation holding = Scene.charges(policy -> policy.issuedKeys(KEYS).inDoubt(InDoubt.hold()));
        SessionKeys keys = SessionKeys.of(scene().engine(), KEYS, holding);
        IssuedKey key = Now.of(keys.issue(ACME, "cart-1")).value(keys.codec());
        Intent intent = new Intent(holding, ACME, new IdempotencyKey(key.value()), Fingerprint.of("100 EUR"));
        Expect.recorded(scene().run(intent).doubt());

        scene().pass(Duration.ofDays(30));
        IssuedKey again = Now.of(keys.issue(ACME, "cart-1")).value(keys.codec());

        assertThat(again).isEqualTo(key);
        Expect.a(Admission.Held.class, scene().admit(intent));
    }

    @Test
    @DisplayName("R25, R12: neither the birth nor the end of a key depends on an application's clock")
    void storesClock() {
        for (String now : new String[] {"2001-01-01T00:00:00Z", "2099-01-01T00:00:00Z"}) {
            Instant start = Instant.parse(now);
            sceneIn(ManualTime.of(ManualClock.startingAt(start), ManualTimers.create()));
            IssuedKey key = issued("cart-1");
            assertThat(key.expires()).isEqualTo(start.plus(LIFETIME));
            scene().pass(LIFETIME.plus(MARGIN));
            assertThat(scene().run(intent(key)).attempt()).isEqualTo(1);
            closeScene();
        }
    }
}
