// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides which call meets which fault. Its lock is held for the decision only, never while the store is called. */
final class FaultPlan implements Faults {

    private final Object lock = new Object();
    private final Map<Call, Deque<Strike>> scripted = new EnumMap<>(Call.class);
    private final Map<Call, Integer> counts = new EnumMap<>(Call.class);
    private final List<Strike> playing = new ArrayList<>();
    private boolean down;
    private Random chance = new Random(0);
    private double probability;
    private Fault[] among = {};

    @Override
    public Script next(Fault fault) {
        return kind -> {
            Strike strike = new Strike(fault);
            synchronized (lock) {
                scripted.computeIfAbsent(kind, none -> new ArrayDeque<>()).add(strike);
            }
            return strike;
        };
    }

    @Override
    public void down() {
        synchronized (lock) {
            down = true;
        }
    }

    @Override
    public void up() {
        synchronized (lock) {
            down = false;
        }
    }

    @Override
    public void randomly(long seed, double chanceOfFault, Fault... faults) {
        boolean isProbability = chanceOfFault >= 0 && chanceOfFault <= 1;
        if (!isProbability || (chanceOfFault > 0 && faults.length == 0)) {
            throw new IllegalArgumentException("random faults need a probability from 0 to 1 and at least one fault,"
                    + " not " + chanceOfFault + " and " + faults.length + " faults");
        }
        synchronized (lock) {
            chance = new Random(seed);
            probability = chanceOfFault;
            among = faults.clone();
        }
    }

    @Override
    public int letGo() {
        List<Strike> held;
        synchronized (lock) {
            held = List.copyOf(playing);
            playing.clear();
        }
        held.forEach(Strike::letGo);
        return held.size();
    }

    @Override
    public int calls(Call kind) {
        synchronized (lock) {
            return counts.getOrDefault(kind, 0);
        }
    }

    @Override
    public int roundTrips() {
        synchronized (lock) {
            return counts.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    @Override
    public void resetCounts() {
        synchronized (lock) {
            counts.clear();
        }
    }

    /** Counts the call and lets it meet its fault, if it has one. */
    <T> CompletionStage<T> meet(Call kind, Supplier<CompletionStage<T>> delivery) {
        Strike strike;
        synchronized (lock) {
            counts.merge(kind, 1, Integer::sum);
            strike = choose(kind);
            playing.removeIf(Strike::isOver);
            if (strike != null && strike.holdsBack()) {
                playing.add(strike);
            }
        }
        return strike == null ? delivery.get() : strike.play(delivery);
    }

    private @Nullable Strike choose(Call kind) {
        if (down) {
            return new Strike(Fault.REQUEST_LOST);
        }
        Deque<Strike> script = scripted.get(kind);
        if (script != null && !script.isEmpty()) {
            return script.remove();
        }
        boolean unlucky = probability > 0 && chance.nextDouble() < probability;
        return unlucky ? new Strike(among[chance.nextInt(among.length)]) : null;
    }
}
