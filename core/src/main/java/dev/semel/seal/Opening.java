// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.Saved;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Opens whatever a store brings back, wherever in it an answer is. What was sealed a moment ago is known, and not opened. */
final class Opening {

    private final KeyRing keys;
    private final @Nullable Saved sealed;
    private final @Nullable Saved plain;

    private Opening(KeyRing keys, @Nullable Saved sealed, @Nullable Saved plain) {
        this.keys = keys;
        this.sealed = sealed;
        this.plain = plain;
    }

    static Opening with(KeyRing keys) {
        return new Opening(keys, null, null);
    }

    /** After an answer was given to the store sealed: it probably brings the same one back. */
    static Opening with(KeyRing keys, Saved sealed, Saved plain) {
        return new Opening(keys, sealed, plain);
    }

    ClaimAnswer claimed(ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.Granted granted) {
            return new ClaimAnswer.Granted(seen(granted.sighting()));
        }
        if (answer instanceof ClaimAnswer.Final last) {
            return new ClaimAnswer.Final(seen(last.sighting()));
        }
        // Neither of these is told an answer, and so it need not open for them (R6).
        if (answer instanceof ClaimAnswer.InProgress busy) {
            return new ClaimAnswer.InProgress(openedOrNot(busy.sighting()));
        }
        if (answer instanceof ClaimAnswer.Mismatch other) {
            return new ClaimAnswer.Mismatch(openedOrNot(other.sighting()));
        }
        // The others have none: see Weights.
        return answer;
    }

    FinishAnswer finished(FinishAnswer answer) {
        if (answer instanceof FinishAnswer.Applied applied) {
            return new FinishAnswer.Applied(seen(applied.sighting()));
        }
        if (answer instanceof FinishAnswer.AlreadyEnded ended) {
            return new FinishAnswer.AlreadyEnded(seen(ended.sighting()));
        }
        return fenced((FinishAnswer.Fenced) answer);
    }

    /**
     * Who lost the fence has to learn it, whether the winner's answer opens or not: else it would go on trying, and send its own
     * answer in the end (R10).
     */
    private FinishAnswer fenced(FinishAnswer.Fenced fenced) {
        Sighting left = fenced.sighting();
        try {
            return left == null ? fenced : new FinishAnswer.Fenced(seen(left));
        } catch (UnreadableRecordException e) {
            return new FinishAnswer.Fenced(null);
        }
    }

    SettleAnswer settled(SettleAnswer answer) {
        if (answer instanceof SettleAnswer.Settled settled) {
            return new SettleAnswer.Settled(seen(settled.sighting()));
        }
        Sighting found = ((SettleAnswer.Refused) answer).sighting();
        return found == null ? answer : new SettleAnswer.Refused(seen(found));
    }

    /** A record that does not open must not hide the others of its page: it is there, without its answer. */
    Page page(Page page) {
        return new Page(page.found().stream().map(this::openedOrNot).toList(), page.next(), page.looked());
    }

    /** What does not open is omitted, and says so by its seal. */
    private Sighting openedOrNot(Sighting sighting) {
        try {
            return seen(sighting);
        } catch (UnreadableRecordException e) {
            Answer answer = Objects.requireNonNull(sighting.record().answer(), "only an answer can be sealed");
            return with(sighting, answer, Seal.unopened(answer.saved()));
        }
    }

    Sighting seen(Sighting sighting) {
        Answer answer = sighting.record().answer();
        if (answer == null) {
            return sighting;
        }
        Saved open = sealed != null && sealed.equals(answer.saved())
                ? Objects.requireNonNull(plain, "what was sealed had been plain")
                : Sealer.open(keys, sighting.record().id(), answer);
        return with(sighting, answer, open);
    }

    private static Sighting with(Sighting sighting, Answer answer, Saved saved) {
        KeyRecord record = sighting.record();
        Answer open =
                new Answer(answer.success(), saved, answer.schemaVersion(), answer.attempt(), answer.completedAt());
        return new Sighting(
                new KeyRecord(
                        record.id(),
                        record.state(),
                        record.fingerprint(),
                        record.attempt(),
                        record.claimId(),
                        record.reason(),
                        open,
                        record.createdAt(),
                        record.leaseUntil(),
                        record.expiresAt(),
                        record.history()),
                sighting.at());
    }
}
