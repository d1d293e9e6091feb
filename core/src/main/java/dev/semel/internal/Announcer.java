// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Operation;
import dev.semel.SettingException;
import dev.semel.spi.Guarantees;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Says aloud, once, what somebody should have chosen or should know before an incident (R16, R30). */
final class Announcer {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final Set<String> announced = ConcurrentHashMap.newKeySet();

    Announcer(EngineSettings settings) {
        check(settings.store().guarantees(), settings.developmentMode());
        if (!settings.keyHash().shared() && !settings.developmentMode()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the short hashes of keys in logs are random for each process: set a"
                            + " secret with keyHash(…) so that one key has one hash everywhere");
        }
        settings.operations().forEach(this::announce);
    }

    private static void check(Guarantees guarantees, boolean developmentMode) {
        if (guarantees.consistency() == Guarantees.Consistency.EVENTUAL) {
            throw new SettingException(
                    "store",
                    "an eventually consistent store cannot decide who runs, since two callers"
                            + " could both win; choose one with a linearizable claim. It says of itself: "
                            + guarantees.statement());
        }
        if (guarantees.reach() == Guarantees.Reach.PROCESS && !developmentMode) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "THE STORE IS LOCAL TO THIS PROCESS: a retry that reaches another instance" + " runs again. "
                            + guarantees.statement() + " Call developmentMode() if that is meant.");
        }
    }

    void announce(Operation operation) {
        if (operation.inDoubtIsDefault() && !announced.contains(operation.name()) && announced.add(operation.name())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "operation " + operation.name() + ": nobody chose what happens when an"
                            + " attempt's outcome is unknown, so it RUNS AGAIN; choose inDoubt(reconcile | rerun | hold)");
        }
    }
}
