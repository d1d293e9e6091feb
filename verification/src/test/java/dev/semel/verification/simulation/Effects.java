// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Doubt;
import dev.semel.Reconciliation;
import dev.semel.Saved;
import dev.semel.Ticket;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The downstream: where handlers take effect, and where reconcilers ask. */
final class Effects {

    private static final String PADDING = ".".repeat(Policy.ANSWER_LIMIT);

    private final World world;
    private final Ledger ledger = new Ledger();
    private int effects;

    Effects(World world) {
        this.world = world;
    }

    Ledger ledger() {
        return ledger;
    }

    /** Something happens downstream, for all to see; the answer tells it from every other effect. */
    Saved happen(Request request, Ticket ticket, @Nullable Grant grant) {
        RecordId id = request.intent().recordId();
        String size = world.dice().chance(100) ? PADDING : "";
        Saved answer = Texts.answer(id, "e" + ++effects + size);
        world.seen(Seen.EFFECT);
        world.trace(
                request.host(),
                () -> "takes effect e" + effects + " for " + world.words().of(id));
        if (grant != null) {
            int count = ledger.add(grant.record(), answer);
            checkOnce(request, grant.record(), count);
        }
        return answer;
    }

    private void checkOnce(Request request, KeyRecord record, int count) {
        if (count > 1) {
            world.seen(Seen.EFFECT_REPEATED);
        }
        if (world.plan().isOnce(request.policy())) {
            world.seen(Seen.ONCE_CHECKED);
            if (count > 1) {
                world.violated("a guarded handler took effect " + count + " times, in attempt " + record.attempt());
            }
        }
    }

    /** A reconciler asks: it is told the truth, or nothing, now or too late. */
    CompletionStage<Reconciliation> ask(Host host, Policy policy, Doubt doubt) throws WorkFailed {
        RecordId id = doubt.intent().recordId();
        Grant grant = world.grants().find(host, id, doubt.attempt()).orElse(null);
        if (grant == null) {
            world.violated("invariant 6: a reconciler was asked without a grant");
            return CompletableFuture.completedFuture(Reconciliation.unknown());
        }
        Reconciliation truth = truth(grant.record());
        Dice dice = world.dice();
        if (world.isCalm() || dice.chance(600)) {
            return tell(host, grant, truth, dice.chance(300) ? dice.within(policy.lease()) : 0);
        }
        if (dice.chance(300)) {
            throw new WorkFailed();
        }
        if (dice.chance(300)) {
            world.seen(Seen.RECONCILER_LATE);
            return tell(host, grant, truth, dice.within(policy.reconcileLimit().multipliedBy(3)));
        }
        return tell(host, grant, Reconciliation.unknown(), 0);
    }

    private Reconciliation truth(KeyRecord record) {
        Optional<Ledger.Effect> effect = ledger.find(record.id(), record.createdAt());
        return effect.map(known -> Reconciliation.happened(known.answer())).orElseGet(Reconciliation::didNotHappen);
    }

    private CompletionStage<Reconciliation> tell(Host host, Grant grant, Reconciliation answer, long after) {
        CompletableFuture<Reconciliation> told = new CompletableFuture<>();
        world.loop().after(after, host, () -> {
            world.trace(
                    host,
                    () -> "hears from the reconciler of attempt "
                            + grant.record().attempt() + ": "
                            + answer.getClass().getSimpleName());
            grant.found(answer);
            world.tally().see(answer);
            told.complete(answer);
        });
        return told;
    }
}
