// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Admission.Conflict;
import dev.semel.Admission.Unavailable;
import dev.semel.state.Answer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a request gets that does not run.
 *
 * @param policy what it asks for
 * @param dialect how it looks
 * @param observers who hears of a refusal
 * @param origin the origin whose script asks; null where no other origin's does
 * @param watch who watches the request
 */
record Answers(
        HttpPolicy policy,
        Dialect dialect,
        Observers observers,
        @Nullable String origin,
        SteadyWatch watch) {

    private static final Duration SOON = Duration.ofSeconds(1);

    /** The answer to a request that is refused before the engine was asked. */
    HttpAnswer refusal(Problem problem) {
        observers.refused(policy.operation().name(), problem);
        return of(problem);
    }

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
                return of(Problems.of(conflict).withStatus(policy.inFlightStatus()));
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
                .map(watch::unmarked)
                .map(saved -> exposed(OriginHeaders.keptFor(origin, saved).marked(dialect.replayMarks())))
                .orElseGet(() -> of(Problems.unreadable(SOON)));
    }

    /** Headers, and for a script of another origin the permission to see them. */
    Headers exposed(Headers headers) {
        return origin != null ? headers.and(Marks.EXPOSED) : headers;
    }

    private HttpAnswer exposed(HttpAnswer answer) {
        return origin != null ? answer.with(Marks.EXPOSED) : answer;
    }
}
