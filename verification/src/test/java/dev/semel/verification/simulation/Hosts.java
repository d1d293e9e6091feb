// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The processes: one in each slot, and a new one after a crash. */
final class Hosts {

    private static final int TRUE_RATE = 1000;

    private final World world;
    private final List<Host> current = new ArrayList<>();
    private final List<Host> all = new ArrayList<>();

    Hosts(World world) {
        this.world = world;
        for (int slot = 0; slot < world.plan().slots(); slot++) {
            current.add(begin(slot, world.plan().ratePerMille(slot)));
        }
    }

    private Host begin(int slot, int ratePerMille) {
        Host host = new Host(world, "host-" + (all.size() + 1), slot, world.clockOffset(), ratePerMille);
        all.add(host);
        return host;
    }

    void onCrash(Host host) {
        if (world.dice().chance(700)) {
            long outage = world.dice().within(Duration.ofMillis(500));
            world.loop().after(outage, null, () -> {
                world.seen(Seen.RESTART);
                current.set(host.slot(), begin(host.slot(), world.plan().ratePerMille(host.slot())));
            });
        }
    }

    /** Whoever is in some slot, dead or alive. */
    Host any() {
        return current.get(world.dice().below(current.size()));
    }

    /** A process of the last hour: alive, sane, and with a good clock. */
    Host fresh() {
        return begin(world.dice().below(current.size()), TRUE_RATE);
    }

    List<Host> all() {
        return all;
    }
}
