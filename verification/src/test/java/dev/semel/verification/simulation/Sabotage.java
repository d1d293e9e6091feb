// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.spi.IdempotencyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A world with a wrong store, or a wrong engine; to be found without the help of the oracle. */
class Sabotage extends Defect {

    private final Machine machine;
    private final UnaryOperator<IdempotencyStore> engineSide;

    Sabotage(Machine machine, UnaryOperator<IdempotencyStore> engineSide) {
        this.machine = machine;
        this.engineSide = engineSide;
    }

    static Supplier<Defect> store(Supplier<Machine> machine) {
        return () -> new Sabotage(machine.get(), network -> network);
    }

    static Supplier<Defect> engine(UnaryOperator<IdempotencyStore> engineSide) {
        return () -> new Sabotage(new Machine(), engineSide);
    }

    @Override
    IdempotencyStore store(InstantSource clock) {
        return new MachineStore(machine, clock);
    }

    @Override
    IdempotencyStore engineSide(IdempotencyStore network) {
        return engineSide.apply(network);
    }

    @Override
    boolean oracle() {
        return false;
    }

    /** Time is judged by the clock of the process that asks, and every second one is a day ahead. */
    static final class ProcessClock extends Sabotage {
        private Duration error = Duration.ZERO;

        ProcessClock() {
            super(new Machine(), network -> network);
        }

        @Override
        IdempotencyStore store(InstantSource clock) {
            return super.store(() -> clock.instant().plus(error));
        }

        @Override
        void caller(@Nullable Host host) {
            error = host != null && host.slot() % 2 == 1 ? Duration.ofDays(1) : Duration.ZERO;
        }
    }
}
