// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.Saved;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimAnswer.Final;
import dev.semel.state.ClaimAnswer.Granted;
import dev.semel.state.ClaimAnswer.InProgress;
import dev.semel.state.ClaimAnswer.Mismatch;
import dev.semel.state.Ending.Save;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.FinishAnswer.AlreadyEnded;
import dev.semel.state.FinishAnswer.Applied;
import dev.semel.state.FinishAnswer.Fenced;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The other control: a decorator that keeps saved bytes unreadable at rest (here: turned over bit by bit), and opens them
 * wherever a record comes back. What was saved before the decorator came carries no mark and is given as it is.
 */
public class SealingStore extends PassingStore {

    private static final String MARK = "sealed:";

    public SealingStore(IdempotencyStore inner) {
        super(inner);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return inner.claim(claim).thenApply(SealingStore::opened);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return inner.finish(finish.ending() instanceof Save save ? sealed(finish, save) : finish)
                .thenApply(this::opened);
    }

    /** What a finish brings back, readable. */
    FinishAnswer opened(FinishAnswer answer) {
        if (answer instanceof Applied applied) {
            return new Applied(opened(applied.sighting()));
        }
        if (answer instanceof AlreadyEnded ended) {
            return new AlreadyEnded(opened(ended.sighting()));
        }
        return answer instanceof Fenced fenced && fenced.sighting() != null
                ? new Fenced(opened(fenced.sighting()))
                : answer;
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return inner.find(id).thenApply(seen -> seen.map(SealingStore::opened));
    }

    private static ClaimAnswer opened(ClaimAnswer answer) {
        if (answer instanceof Granted granted) {
            return new Granted(opened(granted.sighting()));
        }
        if (answer instanceof Final last) {
            return new Final(opened(last.sighting()));
        }
        if (answer instanceof InProgress busy) {
            return new InProgress(opened(busy.sighting()));
        }
        return answer instanceof Mismatch other ? new Mismatch(opened(other.sighting())) : answer;
    }

    private static Finish sealed(Finish finish, Save save) {
        Save turned = new Save(save.success(), sealed(save.saved()), save.schemaVersion());
        return new Finish(
                finish.id(), finish.attempt(), finish.claimId(), turned, finish.retention(), finish.onDoubt());
    }

    static Sighting opened(Sighting seen) {
        KeyRecord record = seen.record();
        Answer answer = record.answer();
        if (answer == null) {
            return seen;
        }
        Answer open = new Answer(
                answer.success(),
                opened(answer.saved()),
                answer.schemaVersion(),
                answer.attempt(),
                answer.completedAt());
        return new Sighting(with(record, open), seen.at());
    }

    private static KeyRecord with(KeyRecord record, Answer answer) {
        return new KeyRecord(
                record.id(),
                record.state(),
                record.fingerprint(),
                record.attempt(),
                record.claimId(),
                record.reason(),
                answer,
                record.createdAt(),
                record.leaseUntil(),
                record.expiresAt(),
                record.history());
    }

    private static Saved sealed(Saved saved) {
        return saved.isOmitted() ? saved : Saved.owning(MARK + saved.contentType(), turned(saved.toBytes()));
    }

    private static Saved opened(Saved saved) {
        return saved.contentType().startsWith(MARK)
                ? Saved.owning(saved.contentType().substring(MARK.length()), turned(saved.toBytes()))
                : saved;
    }

    private static byte[] turned(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
        return bytes;
    }
}
