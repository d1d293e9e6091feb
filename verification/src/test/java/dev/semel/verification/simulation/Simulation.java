// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Runs schedules. A seed says everything about one. */
final class Simulation {

    private static final ThreadLocal<@Nullable World> CURRENT = new ThreadLocal<>();
    private static final Logger ENGINE_LOG = listening();

    private Simulation() {}

    static World run(long seed) {
        return run(seed, Defect::new, false);
    }

    static World run(long seed, Supplier<Defect> defect, boolean traced) {
        return run(seed, ~seed, defect, traced);
    }

    static World run(long seed, long clockSeed, Supplier<Defect> defect, boolean traced) {
        ENGINE_LOG.setUseParentHandlers(false);
        World world = new World(seed, clockSeed, defect.get(), traced);
        CURRENT.set(world);
        try {
            return world.run();
        } catch (RuntimeException e) {
            world.violated("an engine threw " + e + " at " + e.getStackTrace()[0]);
            return world;
        } finally {
            CURRENT.remove();
        }
    }

    /** What went wrong in a schedule, with its seed and its trace, by running it once more. */
    static String describe(long seed, Supplier<Defect> defect) {
        World world = run(seed, defect, true);
        Optional<String> violation = world.violation();
        return "seed " + seed + ": " + violation.orElse("nothing was violated") + "\n"
                + "run it alone with -Dsemel.seed=" + seed + "\n" + String.join("\n", world.lines());
    }

    /** The engine logs its own defects instead of throwing them: here each is a violation. */
    private static Logger listening() {
        Logger log = Logger.getLogger("dev.semel");
        log.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                World world = CURRENT.get();
                if (world != null && line.getLevel().intValue() >= Level.SEVERE.intValue()) {
                    world.violated("the engine logged: " + line.getMessage() + " " + line.getThrown());
                }
            }

            @Override
            public void flush() {
                // Nothing is kept.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        });
        return log;
    }
}
