// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Admission.Conflict;
import dev.semel.Admission.Unavailable;
import dev.semel.state.Answer;
import java.time.Duration;

/**
 * What a request gets that does not run.
 *
 * @param dialect how it looks
 * @param inFlightStatus the status while another attempt runs
 * @param crossOrigin whether a script of another origin asks
 */
record Answers(Dialect dialect, int inFlightStatus, boolean crossOrigin) {

    private static final Duration SOON = Duration.ofSeconds(1);

    HttpAnswer of(Problem problem) {
        return exposed(dialect.answer(problem));
    }

    /** The answer to an admission that is not a run. */
    HttpAnswer of(Admission admission) {
        return admission.match(new Admission.Cases<>() {
            @Override
            public HttpAnswer run(Admission.Run run) {
                throw new IllegalStateException("who runs is no loser");
            }

            @Override
            public HttpAnswer replay(Admission.Replay replay) {
                return replayed(replay.answer());
            }

            @Override
            public HttpAnswer conflict(Conflict conflict) {
                return of(Problems.of(conflict).withStatus(inFlightStatus));
            }

            @Override
            public HttpAnswer mismatch(Admission.Mismatch mismatch) {
                return of(Problems.REUSED);
            }

            @Override
            public HttpAnswer expiredKey(Admission.ExpiredKey expiredKey) {
                return of(Problems.EXPIRED);
            }

            @Override
            public HttpAnswer held(Admission.Held held) {
                return of(Problems.HELD);
            }

            @Override
            public HttpAnswer unavailable(Unavailable unavailable) {
                return of(Problems.of(unavailable));
            }
        });
    }

    private HttpAnswer replayed(Answer answer) {
        if (answer.saved().isOmitted()) {
            return of(Problems.notKept(HttpSnapshot.statusOf(answer.saved()))).with(dialect.replayMarks());
        }
        // An answer that cannot be read is no reason to do the work again (R20, T10).
        return Replays.of(answer.success(), answer.saved())
                .map(saved -> exposed(saved.with(dialect.replayMarks())))
                .orElseGet(() -> of(Problems.unreadable(SOON)));
    }

    private HttpAnswer exposed(HttpAnswer answer) {
        return crossOrigin ? answer.with(Marks.EXPOSED) : answer;
    }
}
