// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Wrong: a batch of renewals is gathered by key and its answers are dealt out by key, as a bulk {@code UPDATE … FROM
 * unnest(…)} with a result set of keys invites to. A batch that names one key twice (an attempt that stalled past its
 * lease, and the one that took over from it in the same process) renews the last of the two, and both get that answer.
 *
 * <p>Harm: the fenced-out attempt is told RENEWED for as long as its successor lives. It is never told that it lost the
 * key, goes on with its side effects, and answers "yes" when its handler asks whether it still owns the key (R9, R10).
 */
public final class RenewalsByKeyStore extends PlainStore {

    public RenewalsByKeyStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        Map<RecordId, Renewal> byKey = new LinkedHashMap<>();
        batch.forEach(renewal -> byKey.put(renewal.id(), renewal));
        Map<RecordId, RenewAnswer> answers = new LinkedHashMap<>();
        byKey.forEach((id, renewal) -> answers.put(id, renewOne(renewal)));
        return done(batch.stream()
                .map(renewal -> answers.getOrDefault(renewal.id(), RenewAnswer.LOST))
                .toList());
    }
}
