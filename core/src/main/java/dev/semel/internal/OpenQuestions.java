// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.spi.Timers;
import dev.semel.state.RecordId;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The records about which a reconciler of this process is being asked. One that hangs beyond its limit has lost the lease
 * that kept others away, and still asks: a second one beside it would be one too many (R16).
 */
final class OpenQuestions {

    private static final int MOST = 10_000;

    private final Timers timers;
    private final ConcurrentHashMap<RecordId, Question> open = new ConcurrentHashMap<>();

    OpenQuestions(Timers timers) {
        this.timers = timers;
    }

    boolean isOpen(RecordId id) {
        Question question = open.get(id);
        return question != null && question.isOpenAt(timers.nanoTime());
    }

    /** Null when the question is open already, or when too many are. */
    @Nullable
    Question open(Intent intent) {
        long now = timers.nanoTime();
        if (open.size() >= MOST) {
            open.values().removeIf(question -> !question.isOpenAt(now));
        }
        if (open.size() >= MOST) {
            return null;
        }
        Question mine = new Question(
                intent.recordId(), now + intent.operation().maxDuration().toNanos());
        Question stands = open.merge(mine.id, mine, (before, after) -> before.isOpenAt(now) ? before : after);
        return stands == mine ? mine : null;
    }

    void close(Question question) {
        open.remove(question.id, question);
    }

    /** One question; itself alone. */
    static final class Question {

        private final RecordId id;

        /** One whose answer got lost must not close its key for ever: no attempt runs for longer than this. */
        private final long end;

        private Question(RecordId id, long end) {
            this.id = id;
            this.end = end;
        }

        private boolean isOpenAt(long now) {
            return now - end < 0;
        }
    }
}
