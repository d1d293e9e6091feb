// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

@Label("Whatever happens to a record, the invariants hold (R4, R5, R7, R8, R10, R11, R13, R16, R20)")
class TransitionsPropertyTest {

    private static final List<String> ANSWERS = List.of(
            "Granted",
            "InProgress",
            "Final",
            "Mismatch",
            "Held",
            "Spent",
            "Applied",
            "AlreadyEnded",
            "Fenced",
            "Settled",
            "Refused",
            "RENEWED",
            "LOST",
            "true",
            "false");

    @Property(tries = 3_000, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Label("random lives of one record")
    void randomLives(@ForAll("lives") List<Step> steps) {
        Life life = new Life(answer -> Statistics.collect(name(answer)));
        steps.forEach(life::play);
        // A law that never meets its case holds for nothing: every answer must have come up.
        Statistics.coverage(
                coverage -> ANSWERS.forEach(name -> coverage.check(name).count(count -> count > 0)));
    }

    @Provide
    Arbitrary<List<Step>> lives() {
        return steps().list().ofMinSize(5).ofMaxSize(40);
    }

    private static Arbitrary<Step> steps() {
        return Combinators.combine(
                        Arbitraries.of(Step.Kind.class),
                        Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(3, 1), Tuple.of(1, 2), Tuple.of(1, 5)),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(true, false, false),
                        Arbitraries.integers().between(0, 3),
                        waits())
                .as(Step::new);
    }

    /** Mostly short; sometimes just beyond a lease; seldom beyond retention. */
    private static Arbitrary<Duration> waits() {
        return Arbitraries.of(
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofNanos(1),
                Duration.ofSeconds(3),
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                Duration.ofSeconds(31),
                Duration.ofSeconds(31),
                Duration.ofMinutes(30),
                Duration.ofHours(25));
    }

    private static String name(Object answer) {
        return answer instanceof Record ? answer.getClass().getSimpleName() : String.valueOf(answer);
    }
}
