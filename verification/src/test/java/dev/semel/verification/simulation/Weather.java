// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How often which faults strike in one schedule: none, one kind only, or a mixture. */
final class Weather {

    private final List<Fault> faults;
    private final int perMille;

    private Weather(List<Fault> faults, int perMille) {
        this.faults = faults;
        this.perMille = perMille;
    }

    static Weather calm() {
        return new Weather(List.of(), 0);
    }

    static Weather draw(Dice dice) {
        List<Fault> faults = new ArrayList<>();
        int kinds = dice.oneOf(1, 2, 4, 8, 20);
        for (int i = 0; i < kinds; i++) {
            faults.add(dice.oneOf(Fault.values()));
        }
        return new Weather(faults, dice.oneOf(0, 30, 100, 200, 400));
    }

    Optional<Fault> strike(Dice dice) {
        return dice.chance(perMille) ? Optional.of(faults.get(dice.below(faults.size()))) : Optional.empty();
    }
}
