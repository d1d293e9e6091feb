// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.Fingerprint;
import dev.semel.contracts.Step.Age;
import dev.semel.contracts.Step.Author;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Finish;
import dev.semel.state.KeyAge;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes the steps of one sequence in the store and in the model, and compares after each. */
final class ModelRun {

    /** Ends of leases and retentions fall between the steps of time, minutes away from each: no step is a close call. */
    private static final List<Duration> LEASES = minutes(14, 34, 64);

    private static final List<Duration> RETENTIONS = minutes(124, 1_444, 184);
    private static final Duration AGE_LIMIT = Duration.ofHours(30);

    private final StoreHarness harness;
    private final Model model = new Model();
    private final Trace trace = new Trace();
    private final List<RecordId> keys = new ArrayList<>();
    private final List<ClaimId> claimants = new ArrayList<>();
    private final List<ClaimId> settlements = new ArrayList<>();
    private int taken;

    ModelRun(StoreHarness harness) {
        this.harness = harness;
        LEASES.forEach(lease -> keys.add(Ids.record()));
        for (int i = 0; i < 4; i++) {
            claimants.add(Ids.claim());
            settlements.add(Ids.claim());
        }
    }

    void take(List<Step> steps) {
        for (Step step : steps) {
            taken++;
            trace.begin(step);
            take(step);
            look(step.keys());
        }
        look(Set.of());
    }

    /** Compares the records of some keys, or of all. */
    private void look(Set<Integer> some) {
        for (int key = 0; key < keys.size(); key++) {
            if (some.isEmpty() || some.contains(key)) {
                RecordId id = keys.get(key);
                trace.looked(key, Likeness.found(model.find(id)), Likeness.found(find(id)));
            }
        }
    }

    private void take(Step step) {
        if (step instanceof Step.Claiming claiming) {
            claim(claiming);
        } else if (step instanceof Step.Finishing finishing) {
            finish(finishing);
        } else if (step instanceof Step.Renewing renewing) {
            renew(renewing);
        } else if (step instanceof Step.Abandoning abandoning) {
            RecordId id = keys.get(abandoning.key());
            abandon(new Abandon(id, claimId(id, abandoning.author())));
        } else if (step instanceof Step.Settling settling) {
            settle(settling);
        } else if (step instanceof Step.Elapsing elapsing) {
            harness.elapse(elapsing.duration());
            model.elapse(elapsing.duration());
        } else if (step instanceof Step.Purging purging && harness.store() instanceof Purgeable purgeable) {
            int removed = Await.answer(purgeable.purge(purging.limit()));
            trace.require("a purge of " + removed + " keeps to its limit", removed <= purging.limit());
        }
    }

    private void claim(Step.Claiming step) {
        Claim expected = claim(step, model.now());
        Claim sent = step.age() == Age.UNASKED ? expected : claim(step, storeNow());
        trace.answered(
                Likeness.claim(model.apply(expected.id(), (record, now) -> Transitions.onClaim(record, expected, now))),
                Likeness.claim(Await.answer(client().claim(sent))));
    }

    private Claim claim(Step.Claiming step, Instant now) {
        KeyAge age = switch (step.age()) {
            case UNASKED -> null;
            case YOUNG -> new KeyAge(now.minus(AGE_LIMIT).plus(Duration.ofHours(1)), AGE_LIMIT);
            case OLD -> new KeyAge(now.minus(AGE_LIMIT).minus(Duration.ofHours(1)), AGE_LIMIT);
        };
        Duration lease = LEASES.get(step.key());
        return new Claim(
                keys.get(step.key()),
                Fingerprint.of("payload", String.valueOf(step.payload())),
                claimants.get(step.claimant()),
                lease,
                // Not longer than the lease: stores may fix the expiry at the claim or move it with renewals (R5).
                lease,
                RETENTIONS.get(step.key()),
                step.onDoubt(),
                step.rerunBelow(),
                age);
    }

    private void finish(Step.Finishing step) {
        RecordId id = keys.get(step.key());
        Finish finish = new Finish(
                id,
                attempt(id, step.author()),
                claimId(id, step.author()),
                step.ending(),
                RETENTIONS.get(step.key()),
                step.onDoubt());
        trace.answered(
                Likeness.finish(model.apply(id, (record, now) -> Transitions.onFinish(record, finish, now))),
                Likeness.finish(Await.answer(client().finish(finish))));
    }

    private void renew(Step.Renewing step) {
        List<Renewal> batch = step.leases().stream()
                .map(lease -> {
                    RecordId id = keys.get(lease.key());
                    return new Renewal(
                            id,
                            attempt(id, lease.author()),
                            claimId(id, lease.author()),
                            LEASES.get(lease.key()),
                            RETENTIONS.get(lease.key()));
                })
                .toList();
        List<RenewAnswer> expected = batch.stream()
                .map(renewal -> model.apply(renewal.id(), (record, now) -> Transitions.onRenew(record, renewal, now)))
                .toList();
        trace.answered(Likeness.plain(expected), Likeness.plain(Await.answer(client().renew(batch))));
    }

    private void abandon(Abandon abandon) {
        trace.answered(
                Likeness.plain(model.apply(abandon.id(), (record, now) -> Transitions.onAbandon(record, abandon, now))),
                Likeness.plain(Await.answer(client().abandon(abandon))));
    }

    private void settle(Step.Settling step) {
        if (!(client() instanceof Settleable settleable)) {
            return;
        }
        RecordId id = keys.get(step.key());
        ClaimId settlement = settlements.get(step.settlement());
        ClaimId looked = claimId(id, step.author());
        // A settlement of a settlement's own record: only under another id, or it would be the same one sent again.
        ClaimId own = settlement.equals(looked) ? settlements.get(step.settlement() + 2) : settlement;
        Settle settle = new Settle(
                id,
                attempt(id, step.author()),
                looked,
                own,
                step.verdict(),
                "somebody",
                "for a reason",
                RETENTIONS.get(step.key()));
        trace.answered(
                Likeness.settle(model.apply(id, (record, now) -> Transitions.onSettle(record, settle, now))),
                Likeness.settle(Await.answer(settleable.settle(settle))));
    }

    private int attempt(RecordId id, Author author) {
        int current = model.find(id).map(seen -> seen.record().attempt()).orElse(1);
        return switch (author.kind()) {
            case EARLIER_ATTEMPT -> current - 1;
            case LATER_ATTEMPT -> current + 1;
            default -> current;
        };
    }

    private ClaimId claimId(RecordId id, Author author) {
        ClaimId anybody = claimants.get(author.claimant());
        return author.kind() == Author.Kind.ANYBODY
                ? anybody
                : model.find(id).map(seen -> seen.record().claimId()).orElse(anybody);
    }

    /** The two clients of the store by turns. */
    private IdempotencyStore client() {
        return taken % 2 == 0 ? harness.store() : harness.another();
    }

    private Optional<Sighting> find(RecordId id) {
        return Await.answer(client().find(id));
    }

    private Instant storeNow() {
        return Caller.of(harness.store(), Ids.record()).runs().sighting().at();
    }

    private static List<Duration> minutes(int... minutes) {
        return java.util.Arrays.stream(minutes).mapToObj(Duration::ofMinutes).toList();
    }
}
