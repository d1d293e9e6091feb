// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An operation")
class OperationTest {

    private static final Reconciler RECONCILER = doubt -> CompletableFuture.completedFuture(Reconciliation.unknown());

    private static OperationBuilder charges() {
        return Operation.named("charges.create");
    }

    /** The setting is named, and the sentence says what was given and what it must be. */
    private static void assertRefused(OperationBuilder builder, String setting, String... says) {
        assertRefused(builder::build, setting, says);
    }

    private static void assertRefused(ThrowingCallable choice, String setting, String... says) {
        SettingException refused = catchThrowableOfType(SettingException.class, choice);
        assertThat(refused).as("a bad " + setting + " is refused").isNotNull();
        assertThat(refused.setting()).isEqualTo(setting);
        assertThat(refused.getMessage()).startsWith(setting + ": ").contains(says);
    }

    @Test
    @DisplayName("has defaults that need no thought, but for what happens in doubt")
    void defaults() {
        Operation operation = charges().build();
        assertThat(operation.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(operation.retention()).isEqualTo(Duration.ofHours(24));
        assertThat(operation.maxDuration()).isEqualTo(Duration.ofMinutes(15));
        assertThat(operation.completionWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(operation.answerLimit()).isEqualTo(1 << 20);
        assertThat(operation.inFlight().waits()).isFalse();
        assertThat(operation.failsOpen()).isFalse();
        assertThat(operation.inDoubt()).isInstanceOf(InDoubt.Rerun.class);
        assertThat(operation.inDoubtIsDefault()).isTrue();
        assertThat(operation.version()).isZero();
    }

    @Test
    @DisplayName("R16: of payments is kept a day and held in doubt, unless a reconciler is given")
    void payments() {
        Operation operation = Operation.payments("charges.create").build();
        assertThat(operation.retention()).isEqualTo(Duration.ofHours(24));
        assertThat(operation.inDoubt()).isInstanceOf(InDoubt.Hold.class);
        assertThat(operation.inDoubtIsDefault()).isFalse();
        Operation asking = Operation.payments("charges.create")
                .inDoubt(InDoubt.reconcile(RECONCILER))
                .build();
        assertThat(asking.inDoubt()).isInstanceOf(InDoubt.Reconcile.class);
    }

    @Test
    @DisplayName("R13, R16: of webhooks is kept an hour and run again in doubt")
    void webhooks() {
        Operation operation = Operation.webhooks("orders.paid").build();
        assertThat(operation.retention()).isEqualTo(Duration.ofHours(1));
        assertThat(operation.inDoubt()).isInstanceOf(InDoubt.Rerun.class);
        assertThat(operation.inDoubtIsDefault()).isFalse();
    }

    @Test
    @DisplayName("R23: needs a name that every store can compare")
    void name() {
        assertRefused(Operation.named(""), "name", "1 to 200");
        assertRefused(Operation.named(" padded "), "name", "no blanks around");
        assertRefused(Operation.named("zahlung.f\u00fcr"), "name", "ASCII");
        assertRefused(Operation.named("x".repeat(201)), "name", "charges.create");
    }

    @Test
    @DisplayName("R8, R13: needs a lease that fits into its retention and its ceiling")
    void lease() {
        assertRefused(charges().lease(Duration.ofMillis(49)), "lease", "PT0.049S", "at least PT0.05S");
        assertRefused(charges().lease(Duration.ofSeconds(-1)), "lease", "at least");
        assertRefused(charges().retention(Duration.ofSeconds(10)), "lease", "not be longer than PT10S", "retention");
        assertRefused(charges().maxDuration(Duration.ofSeconds(10)), "lease", "PT10S", "maxDuration");
        assertThat(charges().lease(Duration.ofMinutes(15)).build().lease()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    @DisplayName("R13: needs a retention that stores can keep")
    void retention() {
        assertRefused(charges().retention(Duration.ofMillis(999)), "retention", "at least PT1S");
        assertRefused(charges().retention(Duration.ofDays(3651)), "retention", "longest that every store can keep");
        assertRefused(charges().maxDuration(Duration.ofDays(3651)), "maxDuration", "longest that every store can keep");
    }

    @Test
    @DisplayName("R17: cannot let an answer wait for longer than its completion is tried")
    void completionWait() {
        assertRefused(charges().completionWait(Duration.ofSeconds(31)), "completionWait", "PT30S", "the lease");
        assertRefused(charges().completionWait(Duration.ofSeconds(-1)), "completionWait", "at least");
        assertThat(charges().completionWait(Duration.ZERO).build().completionWait())
                .isZero();
    }

    @Test
    @DisplayName("R28: cannot let retries wait for longer than any attempt runs, or let nobody wait")
    void inFlight() {
        assertRefused(
                charges().inFlight(InFlight.waitUpTo(Duration.ofMinutes(16))), "inFlight.deadline", "maxDuration");
        assertRefused(
                charges().inFlight(new InFlight(Duration.ofSeconds(1), 0)),
                "inFlight.waitersPerKey",
                "InFlight.reject()");
        assertRefused(() -> new InFlight(Duration.ofSeconds(-1), 1), "inFlight.deadline", "PT-1S", "at least PT0S");
        assertRefused(() -> new InFlight(Duration.ofSeconds(1), -1), "inFlight.waitersPerKey", "-1", "negative");
        assertRefused(() -> InFlight.waitUpTo(null), "inFlight.deadline", "is null");
    }

    @Test
    @DisplayName("R16: gives a reconciler some time, and no more than an attempt may take")
    void reconciler() {
        assertRefused(charges().inDoubt(new InDoubt.Reconcile(RECONCILER, Duration.ZERO)), "inDoubt.limit", "at least");
        assertRefused(
                charges().inDoubt(new InDoubt.Reconcile(RECONCILER, Duration.ofHours(1))),
                "inDoubt.limit",
                "maxDuration");
    }

    @Test
    @DisplayName("R20: counts the versions of its answers from 1")
    void version() {
        assertRefused(charges().version(0, OlderAnswer.replay()), "version", "counts from 1", "is 0");
        assertThat(charges().version(1, OlderAnswer.rerun()).build().olderAnswers())
                .isInstanceOf(OlderAnswer.Rerun.class);
    }

    @Test
    @DisplayName("R19: cannot keep fewer than no bytes")
    void answerLimit() {
        assertRefused(charges().answerLimit(-1), "answerLimit", "-1");
        assertThat(charges().answerLimit(0).build().answerLimit()).isZero();
    }

    @Test
    @DisplayName("R29: that is held in doubt cannot fail open")
    void holdAndFailOpen() {
        assertRefused(Operation.payments("charges.create").failOpen(), "failOpen", "holds", "leave failOpen out");
    }

    @Test
    @DisplayName("R16, R20: refuses to run again for a new version what it would hold in doubt")
    void holdAndRerun() {
        assertRefused(
                Operation.payments("charges.create").version(2, OlderAnswer.rerun()), "version", "holds", "convert");
    }

    @Test
    @DisplayName("R14: cannot have a negative margin for clocks")
    void lateRetry() {
        assertRefused(() -> LateRetry.refuse(Duration.ofSeconds(-1)), "lateRetry.margin", "PT-1S", "at least PT0S");
        assertRefused(() -> LateRetry.refuse(null), "lateRetry.margin", "is null");
    }

    @Test
    @DisplayName("R14: cannot have a margin so long that no sum with it can be told")
    void endlessMargin() {
        assertRefused(
                charges().lateRetry(LateRetry.refuse(Duration.ofSeconds(Long.MAX_VALUE))),
                "lateRetry.margin",
                "not be longer than");
        assertRefused(charges().lateRetry(LateRetry.refuse(Duration.ofDays(3651))), "lateRetry.margin", "clocks");
        assertThat(charges().lateRetry(LateRetry.refuse(Duration.ofDays(3650))).build())
                .isNotNull();
    }

    @Test
    @DisplayName("R16: of payments does not become one that runs again because its choice is null")
    void nullInDoubt() {
        assertRefused(Operation.payments("charges.create").inDoubt(null), "inDoubt", "is null", "default");
        assertRefused(charges().inDoubt(InDoubt.reconcile(null)), "inDoubt.reconciler", "is null");
        assertRefused(charges().inDoubt(new InDoubt.Reconcile(RECONCILER, null)), "inDoubt.limit", "is null");
    }

    @Test
    @DisplayName("has no setting that may be null")
    void nulls() {
        assertRefused(Operation.named(null), "name", "is null");
        assertRefused(charges().lease(null), "lease", "is null");
        assertRefused(charges().maxDuration(null), "maxDuration", "is null");
        assertRefused(charges().retention(null), "retention", "is null");
        assertRefused(charges().completionWait(null), "completionWait", "is null");
        assertRefused(charges().inFlight(null), "inFlight", "is null");
        assertRefused(charges().version(1, null), "version", "is null");
        assertRefused(charges().version(1, OlderAnswer.convert(null)), "version.converter", "is null");
        assertRefused(charges().keyRules(null), "keyRules", "is null");
        assertRefused(charges().lateRetry(null), "lateRetry", "is null");
        assertRefused(charges().classifier(null), "classifier", "is null");
    }

    @Test
    @DisplayName("is not changed by what its builder is used for afterwards (T23)")
    void immutable() {
        OperationBuilder builder = charges();
        Operation before = builder.build();
        Operation after = builder.lease(Duration.ofSeconds(5)).failOpen().build();
        assertThat(before.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(before.failsOpen()).isFalse();
        assertThat(after.lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(before).hasToString("Operation[charges.create]");
    }
}
