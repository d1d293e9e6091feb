// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The middle of what was measured; of an even number of values, what lies between the two in the middle. */
final class Median {

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
}
