// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("In the simulation,")
class SimulationTest {

    private static final int MOST_SEEDS = 2_000;

    @Test
    @DisplayName("R1-R20: the invariants hold whatever crashes, stands still, gets lost, comes late or comes twice")
    void invariantsHold(TestReporter reporter) {
        Counters counters = new Counters();
        long begin = System.nanoTime();
        LongStream seeds = seeds();

        OptionalLong failing = firstViolation(seeds, counters);

        assertThat(failing)
                .as(() -> Simulation.describe(failing.getAsLong(), Defect::new))
                .isEmpty();
        if (!isSingle()) {
            report(reporter, counters, (System.nanoTime() - begin) / 1e9);
            assertThat(counters.never())
                    .as("what never happened, so that nothing is proved about it")
                    .isEmpty();
        }
    }

    /** Where a lane's output is read, and where reports are kept. */
    private static void report(TestReporter reporter, Counters counters, double seconds) {
        String rate =
                String.format("%,d schedules in %.1f s, %,.0f per second", schedules(), seconds, schedules() / seconds);
        System.out.printf("simulation: %s; seen:%n%s", rate, counters);
        reporter.publishEntry("simulation", rate + "\n" + counters);
    }

    @Test
    @DisplayName("R12: moving the clocks of all processes by up to a day changes nothing at all")
    void clocksDoNotMatter() {
        for (long seed = 0; seed < Rounds.of("simulation.repeats"); seed++) {
            World one = Simulation.run(seed, 1, Defect::new, true);
            World other = Simulation.run(seed, 2, Defect::new, true);

            assertThat(difference(one, other)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    @DisplayName("a seed means the same schedule every time")
    void seedsRepeat() {
        for (long seed = 0; seed < Rounds.of("simulation.repeats"); seed++) {
            World one = Simulation.run(seed, Defect::new, true);
            World other = Simulation.run(seed, Defect::new, true);

            assertThat(one.lines()).as("seed %d", seed).hasSizeGreaterThan(3);
            assertThat(difference(one, other)).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("what is broken is found:")
    void brokenIsFound(Broken broken, TestReporter reporter) {
        long seed = 0;
        while (seed < MOST_SEEDS
                && Simulation.run(seed, broken, false).violation().isEmpty()) {
            seed++;
        }

        String story = Simulation.describe(seed, broken);
        assertThat(story).contains("VIOLATION").contains("-Dsemel.seed=" + seed);
        reporter.publishEntry(broken + " found after schedules", String.valueOf(seed + 1));
    }

    /** The first line in which two traces differ. */
    private static Optional<String> difference(World one, World other) {
        int lines = Math.max(one.lines().size(), other.lines().size());
        return IntStream.range(0, lines)
                .filter(i -> !line(one, i).equals(line(other, i)))
                .mapToObj(i -> line(one, i) + "\nbut\n" + line(other, i))
                .findFirst();
    }

    private static String line(World world, int number) {
        return number < world.lines().size() ? world.lines().get(number) : "(nothing)";
    }

    private static OptionalLong firstViolation(LongStream seeds, Counters counters) {
        return seeds.parallel()
                .filter(seed -> {
                    World world = Simulation.run(seed);
                    counters.add(world.tally());
                    return world.violation().isPresent();
                })
                .findAny();
    }

    private static boolean isSingle() {
        return System.getProperty("semel.seed") != null;
    }

    private static LongStream seeds() {
        return isSingle() ? LongStream.of(Long.getLong("semel.seed")) : LongStream.range(0, schedules());
    }

    private static int schedules() {
        return Rounds.of("simulation.schedules");
    }
}
