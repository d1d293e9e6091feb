// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.key.KeyRules;
import java.time.Duration;
import java.util.Optional;

/**
 * A named thing that may run once, and its policy. Immutable and safe for use by several threads; build one for each
 * operation of a service and keep it.
 *
 * <pre>{@code
 * Operation charges = Operation.payments("charges.create").lease(Duration.ofSeconds(10)).build();
 * }</pre>
 */
public final class Operation {

    private final OperationBuilder settings;

    Operation(OperationBuilder settings) {
        this.settings = settings;
    }

    /**
     * Begins an operation with the general defaults. The name is part of every record's identity: give it by hand or by
     * route, and never change it (R23).
     */
    public static OperationBuilder named(String name) {
        return new OperationBuilder(name);
    }

    /** Begins an operation that moves money: kept for 24 hours, and held when in doubt unless a reconciler is given. */
    public static OperationBuilder payments(String name) {
        return new OperationBuilder(name).retention(Duration.ofHours(24)).inDoubt(InDoubt.hold());
    }

    /** Begins an operation that receives webhooks: kept for an hour, run again when in doubt. */
    public static OperationBuilder webhooks(String name) {
        return new OperationBuilder(name).retention(Duration.ofHours(1)).inDoubt(InDoubt.rerun());
    }

    public String name() {
        return settings.name;
    }

    /** How long an attempt may go without a renewal before others take over (R8). */
    public Duration lease() {
        return settings.lease;
    }

    /** How long an attempt may run with renewals (R9). */
    public Duration maxDuration() {
        return settings.maxDuration;
    }

    /** How long an answer is kept after completion (R13). */
    public Duration retention() {
        return settings.retention;
    }

    public InFlight inFlight() {
        return settings.inFlight;
    }

    public InDoubt inDoubt() {
        return settings.inDoubt;
    }

    /** Whether nobody chose what happens in doubt, so that the default applies; it is said aloud at start-up (R16). */
    public boolean inDoubtIsDefault() {
        return !settings.inDoubtChosen;
    }

    /** The version of the answers' shape; 0 when none is named. */
    public int version() {
        return settings.version;
    }

    public OlderAnswer olderAnswers() {
        return settings.olderAnswers;
    }

    public KeyRules keyRules() {
        return settings.keyRules;
    }

    /** The keys that it accepts, where it accepts only those that this service has issued (R25). */
    public Optional<IssuedKeys> issuedKeys() {
        return settings.issuedKeys;
    }

    public LateRetry lateRetry() {
        return settings.lateRetry;
    }

    /** Whether the work runs unprotected when the store cannot be reached (R29). */
    public boolean failsOpen() {
        return settings.failsOpen;
    }

    public OutcomeClassifier classifier() {
        return settings.classifier;
    }

    /** How many bytes of an answer are kept at the most (R19). */
    public int answerLimit() {
        return settings.answerLimit;
    }

    /** How long an answer waits for its completion to be recorded before it is sent all the same (R17). */
    public Duration completionWait() {
        return settings.completionWait;
    }

    @Override
    public String toString() {
        return "Operation[" + settings.name + "]";
    }
}
