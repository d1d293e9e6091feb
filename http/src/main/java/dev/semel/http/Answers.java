// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Admission.Conflict;
import dev.semel.Admission.Unavailable;
import dev.semel.Saved;

/**
 * What a request gets that does not run.
 *
 * @param dialect how it looks
 * @param inFlightStatus the status while another attempt runs
 * @param crossOrigin whether a script of another origin asks
 */
record Answers(Dialect dialect, int inFlightStatus, boolean crossOrigin) {

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
                return replayed(replay.answer().saved());
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

    private HttpAnswer replayed(Saved saved) {
        return exposed(HttpSnapshot.codec().load(saved).with(dialect.replayMarks()));
    }

    private HttpAnswer exposed(HttpAnswer answer) {
        return crossOrigin ? answer.with(Marks.EXPOSED) : answer;
    }
}
