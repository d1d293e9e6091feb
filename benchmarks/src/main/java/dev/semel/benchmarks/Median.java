// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The middle of what was measured; of an even number of values, what lies between the two in the middle. */
final class Median {

    private static final int DRAWS = 4_000;
    private static final double OUTSIDE = 0.025;

    /**
     * Where the middle of such values lies.
     *
     * @param from 95 of 100 medians of the same values, drawn anew, are not below this
     * @param to and not above this
     */
    record Range(double from, double to) {}

    private Median() {}

    static <T> double of(List<T> measured, ToDoubleFunction<T> value) {
        return of(measured.stream().mapToDouble(value));
    }

    /** Of the ratios of neighbours: a shared machine is twice as fast in one minute as in the next. */
    static <T> double ofRatios(List<T> ours, List<T> theirs, ToDoubleFunction<T> value) {
        return of(IntStream.range(0, ours.size())
                .mapToDouble(round -> value.applyAsDouble(ours.get(round)) / value.applyAsDouble(theirs.get(round))));
    }

    static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int upper = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
    }

    /** How far the median of so many values can be trusted. Always the same for the same values. */
    static Range range(double[] values) {
        Random random = new Random(1);
        double[] medians = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            medians[i] = of(random.ints(values.length, 0, values.length).mapToDouble(drawn -> values[drawn]));
        }
        Arrays.sort(medians);
        return new Range(medians[(int) (OUTSIDE * DRAWS)], medians[(int) ((1 - OUTSIDE) * DRAWS) - 1]);
    }
}
