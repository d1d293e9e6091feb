// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static dev.semel.Settings.LONGEST;
import static dev.semel.Settings.atLeast;
import static dev.semel.Settings.atMost;
import static dev.semel.Settings.required;

import dev.semel.key.KeyRules;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.Optional;

/** Collects an operation's settings; {@link #build()} checks them and names a bad one. Not safe for several threads. */
public final class OperationBuilder {

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(50);

    final String name;
    Duration lease = Duration.ofSeconds(30);
    Duration maxDuration = Duration.ofMinutes(15);
    Duration retention = Duration.ofHours(24);
    InFlight inFlight = InFlight.reject();
    InDoubt inDoubt = InDoubt.rerun();
    boolean inDoubtChosen;
    int version;
    OlderAnswer olderAnswers = OlderAnswer.replay();
    KeyRules keyRules = KeyRules.STANDARD;
    Optional<IssuedKeys> issuedKeys = Optional.empty();
    LateRetry lateRetry = LateRetry.accept();
    boolean failsOpen;
    OutcomeClassifier classifier = OutcomeClassifier.ALL_IN_DOUBT;
    int answerLimit = 1 << 20;
    Duration completionWait = Duration.ofSeconds(2);
    private boolean versionNamed;

    OperationBuilder(String name) {
        this.name = name;
    }

    private OperationBuilder(OperationBuilder from) {
        name = from.name;
        lease = from.lease;
        maxDuration = from.maxDuration;
        retention = from.retention;
        inFlight = from.inFlight;
        inDoubt = from.inDoubt;
        inDoubtChosen = from.inDoubtChosen;
        version = from.version;
        olderAnswers = from.olderAnswers;
        keyRules = from.keyRules;
        issuedKeys = from.issuedKeys;
        lateRetry = from.lateRetry;
        failsOpen = from.failsOpen;
        classifier = from.classifier;
        answerLimit = from.answerLimit;
        completionWait = from.completionWait;
    }

    /** How long an attempt may go without a renewal before others take over; 30 seconds by default. */
    public OperationBuilder lease(Duration lease) {
        this.lease = lease;
        return this;
    }

    /** How long an attempt may run at the most, renewals included; 15 minutes by default. */
    public OperationBuilder maxDuration(Duration maxDuration) {
        this.maxDuration = maxDuration;
        return this;
    }

    /** How long an answer is kept after completion; 24 hours by default. */
    public OperationBuilder retention(Duration retention) {
        this.retention = retention;
        return this;
    }

    /** What a retry gets while the first attempt runs; rejected by default. */
    public OperationBuilder inFlight(InFlight inFlight) {
        this.inFlight = inFlight;
        return this;
    }

    /** What a retry gets when nobody knows what the last attempt did; run again by default, said aloud at start-up. */
    public OperationBuilder inDoubt(InDoubt inDoubt) {
        inDoubtChosen = true;
        this.inDoubt = inDoubt;
        return this;
    }

    /** The version of the answers' shape, from 1, and what an older saved answer gets (R20). */
    public OperationBuilder version(int version, OlderAnswer olderAnswers) {
        this.version = version;
        this.olderAnswers = olderAnswers;
        versionNamed = true;
        return this;
    }

    /** Which keys are accepted; {@link KeyRules#STANDARD} by default. Keys made by the application are lenient. */
    public OperationBuilder keyRules(KeyRules keyRules) {
        this.keyRules = keyRules;
        return this;
    }

    /**
     * Accepts only keys that this service has issued, each to the tenant that sends it, and none that is older than they live
     * where no record of it is left (R25). Any keys by default.
     */
    public OperationBuilder issuedKeys(IssuedKeys issuedKeys) {
        required("issuedKeys", issuedKeys);
        this.issuedKeys = Optional.of(issuedKeys);
        return this;
    }

    /** What a retry gets whose key outlived its record; new by default. */
    public OperationBuilder lateRetry(LateRetry lateRetry) {
        this.lateRetry = lateRetry;
        return this;
    }

    /** Runs the work unprotected when the store cannot be reached. Each such run is marked, counted and logged (R29). */
    public OperationBuilder failOpen() {
        failsOpen = true;
        return this;
    }

    /** What an exception of the handler means; in doubt by default. */
    public OperationBuilder classifier(OutcomeClassifier classifier) {
        this.classifier = classifier;
        return this;
    }

    /** How many bytes of an answer are kept; 1 MiB by default. A larger answer is completed without its bytes (R19). */
    public OperationBuilder answerLimit(int bytes) {
        answerLimit = bytes;
        return this;
    }

    /** How long an answer waits for its completion to be recorded; 2 seconds by default. */
    public OperationBuilder completionWait(Duration completionWait) {
        this.completionWait = completionWait;
        return this;
    }

    /**
     * Checks everything and builds the operation.
     *
     * @throws SettingException naming the bad setting
     */
    public Operation build() {
        checkName();
        checkChoices();
        checkTimes();
        checkWaits();
        checkVersion();
        if (answerLimit < 0) {
            throw new SettingException("answerLimit", "cannot be negative, is " + answerLimit);
        }
        checkHold();
        issuedKeys.ifPresent(this::checkIssuedKeys);
        return new Operation(new OperationBuilder(this));
    }

    private void checkName() {
        required("name", name);
        try {
            RecordId.requireName(name);
        } catch (IllegalArgumentException e) {
            throw new SettingException("name", String.valueOf(e.getMessage()));
        }
    }

    private void checkChoices() {
        required("lease", lease);
        required("maxDuration", maxDuration);
        required("retention", retention);
        required("completionWait", completionWait);
        required("inFlight", inFlight);
        required("inDoubt", inDoubt);
        required("version", olderAnswers);
        required("keyRules", keyRules);
        required("lateRetry", lateRetry);
        required("classifier", classifier);
        if (inDoubt instanceof InDoubt.Reconcile reconcile) {
            required("inDoubt.reconciler", reconcile.reconciler());
            required("inDoubt.limit", reconcile.limit());
        }
        if (olderAnswers instanceof OlderAnswer.Convert convert) {
            required("version.converter", convert.converter());
        }
    }

    private void checkTimes() {
        atLeast("lease", lease, SHORTEST_LEASE);
        atLeast("retention", retention, Duration.ofSeconds(1));
        atMost("retention", retention, LONGEST, "the longest that every store can keep");
        atMost("maxDuration", maxDuration, LONGEST, "the longest that every store can keep");
        atMost("lease", lease, retention, "the retention: a crash must not block a key for longer than it is kept");
        atMost("lease", lease, maxDuration, "maxDuration, which is the ceiling of all renewals together");
        Duration margin = lateRetry.margin().orElse(Duration.ZERO);
        atMost("lateRetry.margin", margin, LONGEST, "far beyond any difference between clocks");
    }

    private void checkWaits() {
        atMost("inFlight.deadline", inFlight.deadline(), maxDuration, "maxDuration: no attempt runs longer");
        atLeast("completionWait", completionWait, Duration.ZERO);
        atMost("completionWait", completionWait, lease, "the lease: completion is retried only while it lives");
        if (!inFlight.deadline().isZero() && inFlight.waitersPerKey() == 0) {
            throw new SettingException(
                    "inFlight.waitersPerKey", "is 0, so that nobody may wait; use InFlight.reject()");
        }
        if (inDoubt instanceof InDoubt.Reconcile reconcile) {
            atLeast("inDoubt.limit", reconcile.limit(), Duration.ofMillis(1));
            atMost("inDoubt.limit", reconcile.limit(), maxDuration, "maxDuration: the reconciler runs under the lease");
        }
    }

    private void checkVersion() {
        if (versionNamed && version < 1) {
            throw new SettingException("version", "counts from 1, is " + version);
        }
    }

    /** An issued key never outlives its record: what was done under it is not done again when nobody remembers. */
    private void checkIssuedKeys(IssuedKeys keys) {
        if (keyRules == KeyRules.STRICT) {
            throw new SettingException("keyRules", "STRICT takes UUIDs, and issued keys are none; leave it out");
        }
        if (lateRetry.margin().isPresent()) {
            throw new SettingException("lateRetry", "is about keys that clients make; issued keys have a lifetime");
        }
        atMost(
                "issuedKeys.lifetime",
                keys.longest(),
                retention,
                "the retention: together with twice its margin, or a key could run again when its record is forgotten");
    }

    /** Doing work again only because its answer has a new shape is what such an operation must not do. */
    private void checkHold() {
        if (failsOpen && inDoubt instanceof InDoubt.Hold) {
            throw new SettingException(
                    "failOpen",
                    "an operation that holds what is in doubt cannot run unprotected when the store is down; choose"
                            + " another inDoubt or leave failOpen out");
        }
        if (olderAnswers instanceof OlderAnswer.Rerun && inDoubt instanceof InDoubt.Hold) {
            throw new SettingException(
                    "version",
                    "an operation that holds what is in doubt cannot run again for a new version, since such a run may"
                            + " end in doubt too; convert or replay older answers");
        }
    }
}
