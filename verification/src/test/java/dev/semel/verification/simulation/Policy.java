// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.LateRetry;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Reconciler;
import dev.semel.key.KeyRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One operation's policy, drawn from the seed; during a rolling deploy processes differ in its version. */
final class Policy {

    /** What follows a doubt. */
    enum Choice {
        RERUN,
        HOLD,
        RECONCILE
    }

    /** How older answers are treated. */
    enum Older {
        UNVERSIONED,
        REPLAY,
        CONVERT,
        RERUN
    }

    static final int ANSWER_LIMIT = 64;

    private final String name;
    private final Choice choice;
    private final Older older;
    private final Duration lease;
    private final Duration maxDuration;
    private final Duration retention;
    private final Duration wait;
    private final Duration completionWait;
    private final Duration reconcileLimit;
    private final boolean failsOpen;
    private final boolean refusesLate;
    private final List<Integer> versions = new ArrayList<>();

    private Policy(Dice dice, String name, int slots) {
        this.name = name;
        choice = dice.oneOf(Choice.values());
        Older drawn = dice.chance(650) ? Older.UNVERSIONED : dice.oneOf(Older.values());
        older = drawn == Older.RERUN && choice == Choice.HOLD ? Older.REPLAY : drawn;
        lease = Duration.ofMillis(dice.oneOf(50, 80, 200, 1000));
        maxDuration = lease.multipliedBy(dice.oneOf(1, 2, 5, 20));
        retention =
                dice.oneOf(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofHours(1));
        wait = dice.chance(500) ? Duration.ZERO : maxDuration.dividedBy(dice.oneOf(1, 2, 4));
        completionWait = lease.dividedBy(dice.oneOf(1, 2, 10));
        reconcileLimit = maxDuration.dividedBy(dice.oneOf(1, 2, 4));
        failsOpen = choice != Choice.HOLD && dice.chance(80);
        refusesLate = dice.chance(150);
        for (int i = 0; i < slots; i++) {
            versions.add(1 + dice.below(2));
        }
    }

    static Policy draw(Dice dice, String name, int slots) {
        return new Policy(dice, name, slots);
    }

    /** The operation as the process in the slot is deployed with it. */
    Operation operation(int slot, Reconciler reconciler) {
        OperationBuilder builder = Operation.named(name)
                .lease(lease)
                .maxDuration(maxDuration)
                .retention(retention)
                .completionWait(completionWait)
                .keyRules(KeyRules.LENIENT)
                .answerLimit(ANSWER_LIMIT)
                .inFlight(wait.isZero() ? InFlight.reject() : new InFlight(wait, 3))
                .lateRetry(refusesLate ? LateRetry.refuse(Duration.ofMillis(100)) : LateRetry.accept())
                .inDoubt(inDoubt(reconciler));
        if (older != Older.UNVERSIONED) {
            builder.version(versions.get(slot), olderAnswers());
        }
        return (failsOpen ? builder.failOpen() : builder).build();
    }

    private InDoubt inDoubt(Reconciler reconciler) {
        return switch (choice) {
            case RERUN -> InDoubt.rerun();
            case HOLD -> InDoubt.hold();
            case RECONCILE -> new InDoubt.Reconcile(reconciler, reconcileLimit);
        };
    }

    private OlderAnswer olderAnswers() {
        return switch (older) {
            case RERUN -> OlderAnswer.rerun();
            case CONVERT -> OlderAnswer.convert((from, saved) -> Texts.converted(saved));
            default -> OlderAnswer.replay();
        };
    }

    String name() {
        return name;
    }

    Duration lease() {
        return lease;
    }

    Duration maxDuration() {
        return maxDuration;
    }

    Duration completionWait() {
        return completionWait;
    }

    Duration waits() {
        return wait;
    }

    Duration retention() {
        return retention;
    }

    Duration reconcileLimit() {
        return reconcileLimit;
    }

    boolean rerunsOlder() {
        return older == Older.RERUN;
    }

    boolean holds() {
        return choice == Choice.HOLD;
    }

    boolean reconciles() {
        return choice == Choice.RECONCILE;
    }

    boolean failsOpen() {
        return failsOpen;
    }

    /** Whether nobody runs after a doubt without knowing what happened. */
    boolean findsOut() {
        return choice != Choice.RERUN && !failsOpen;
    }

    @Override
    public String toString() {
        return name + "[" + choice + ", older answers " + older + " " + versions + ", lease " + lease + ", ceiling "
                + maxDuration + ", retention " + retention + ", wait " + wait + ", completion wait " + completionWait
                + (failsOpen ? ", fails open" : "") + (refusesLate ? ", refuses late keys" : "") + "]";
    }
}
