// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.contracts.Rounds;
import java.util.List;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.util.LoggingLevel;

/** How thoroughly interleavings are tried. */
public final class Interleavings {

    /** Values and pure functions: a thread that is interrupted in them gives nothing away and sees nothing new. */
    private static final List<String> PURE = List.of("java.time.", "dev.semel.state.", "dev.semel.Fingerprint");

    private static final int ENOUGH = 50;
    private static final int ENOUGH_INVOCATIONS = 500;

    private Interleavings() {}

    /** Lincheck schedules every step. It does not see through synchronized methods: those need {@link #stress}. */
    public static ModelCheckingOptions modelChecking() {
        return rounds(controlled());
    }

    /** Real threads run into each other by chance. */
    public static StressOptions stress() {
        return rounds(sized(new StressOptions()));
    }

    /** For what is wrong on purpose: it goes on until that is found. */
    public static ModelCheckingOptions untilFound() {
        return controlled()
                .iterations(ENOUGH)
                .invocationsPerIteration(ENOUGH_INVOCATIONS)
                .minimizeFailedScenario(false);
    }

    private static ModelCheckingOptions controlled() {
        return sized(new ModelCheckingOptions())
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(Interleavings::isPure)
                        .allMethods()
                        .treatAsAtomic());
    }

    private static boolean isPure(String className) {
        return PURE.stream().anyMatch(className::startsWith);
    }

    private static <O extends Options<O, ?>> O rounds(O options) {
        return options.iterations(Rounds.of("lincheck.scenarios"))
                .invocationsPerIteration(Rounds.of("lincheck.invocations"));
    }

    /** The interleavings that matter are short. */
    private static <O extends Options<O, ?>> O sized(O options) {
        return options.threads(2)
                .actorsPerThread(2)
                .actorsBefore(2)
                .actorsAfter(1)
                .logLevel(LoggingLevel.ERROR);
    }
}
