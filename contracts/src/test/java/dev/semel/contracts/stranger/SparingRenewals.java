// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.spi.IdempotencyStore;
import dev.semel.state.ClaimId;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A decorator that halves the write load of heartbeats: of each lease's renewals it sends every second one and answers
 * the others itself. Wrong: the others are told RENEWED, though no lease was renewed.
 *
 * <p>Harm: nothing lapses while all is well, since a third and then two thirds of a lease pass between renewals. But the
 * engine counts a lease's length from the last renewal that was acknowledged (R10), and that one never happened: when the
 * process or the network stalls, the store's lease ends a third of its length before the handler stops believing that it
 * owns the key, and meanwhile another attempt runs. A lost fence is noticed one beat late, too (R9).
 */
public final class SparingRenewals extends PassingStore {

    private final Map<ClaimId, Integer> beats = new ConcurrentHashMap<>();

    public SparingRenewals(IdempotencyStore inner) {
        super(inner);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        List<Boolean> sent = batch.stream()
                .map(renewal -> beats.merge(renewal.claimId(), 1, Integer::sum) % 2 == 0)
                .toList();
        List<Renewal> due = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            if (sent.get(i)) {
                due.add(batch.get(i));
            }
        }
        return inner.renew(due).thenApply(answers -> dealt(sent, answers.iterator()));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return inner.finish(finish).whenComplete((answer, error) -> {
            if (answer != null) {
                beats.remove(finish.claimId());
            }
        });
    }

    private static List<RenewAnswer> dealt(List<Boolean> sent, Iterator<RenewAnswer> answers) {
        return sent.stream()
                .map(asked -> asked ? answers.next() : RenewAnswer.RENEWED)
                .toList();
    }
}
