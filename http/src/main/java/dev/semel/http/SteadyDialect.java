// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.Objects;

/**
 * A dialect that always has an answer: where the user's own fails, the default's. Nobody may be left without an answer, and no
 * attempt without its end, because of how a problem looks.
 */
final class SteadyDialect implements Dialect {

    private static final System.Logger LOG = System.getLogger("dev.semel");
    private static final Dialect FALLBACK = Dialect.ietf();

    private final Dialect dialect;

    SteadyDialect(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public HttpAnswer answer(Problem problem) {
        try {
            return Objects.requireNonNull(dialect.answer(problem), "a dialect must give an answer");
        } catch (RuntimeException e) {
            warn(e);
            return FALLBACK.answer(problem);
        }
    }

    @Override
    public Headers replayMarks() {
        try {
            return Objects.requireNonNull(
                    dialect.replayMarks(), "a dialect must mark a replay, if by no header at all");
        } catch (RuntimeException e) {
            warn(e);
            return FALLBACK.replayMarks();
        }
    }

    /** Its message may show what must not be shown (R27). */
    private static void warn(RuntimeException failure) {
        LOG.log(
                System.Logger.Level.WARNING,
                "a dialect failed, and the default one answered instead: {0}",
                failure.getClass().getName());
    }
}
