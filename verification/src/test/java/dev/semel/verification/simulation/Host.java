// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Idempotency;
import java.time.Duration;

/** One process: a real engine with a clock, an executor and a network of its own. */
final class Host {

    private static final long HOP = Duration.ofMillis(2).toNanos();

    private final World world;
    private final String name;
    private final int slot;
    private final HostClock clock;
    private final Idempotency engine;
    private boolean alive = true;
    private boolean closed;
    private boolean troubled;
    private boolean deaf;
    private long pausedUntil;
    private int hung;

    Host(World world, String name, int slot, long offset, int ratePerMille) {
        this.world = world;
        this.name = name;
        this.slot = slot;
        this.clock = new HostClock(this, world, offset, ratePerMille);
        this.engine = Idempotency.builder(world.defect().engineSide(new Network(world, this)))
                .timers(clock)
                .executor(this::execute)
                .storeTimeout(world.plan().storeTimeout())
                .drainTime(Duration.ZERO)
                .mostWaiters(world.plan().mostWaiters())
                .developmentMode()
                .withoutLog()
                .build();
    }

    /** Several workers: what is handed over first need not run first. */
    private void execute(Runnable task) {
        Dice dice = world.dice();
        world.loop().after(dice.chance(200) ? dice.between(0, HOP) : 0, this, task);
    }

    String name() {
        return name;
    }

    int slot() {
        return slot;
    }

    HostClock clock() {
        return clock;
    }

    Idempotency engine() {
        return engine;
    }

    boolean isAlive() {
        return alive;
    }

    /** Whether its renewals have reached the store so far: it never stood still, and nothing happened to them. */
    boolean canRenew() {
        return alive && !closed && !troubled && pausedUntil == 0;
    }

    /** Whether every call of it was answered or failed at once, and none to abandon a claim failed. */
    boolean hearsOfEverything() {
        return alive && !closed && !deaf;
    }

    /** Something happens to one of its calls. */
    void note(String call, Fault fault) {
        troubled |= call.equals("renew") && fault != Fault.LOCAL;
        deaf |= !fault.isPrompt() || (call.equals("abandon") && fault != Fault.LOCAL);
    }

    /** Until when nothing happens in this process; in the past when it runs. */
    long pausedUntil() {
        return pausedUntil;
    }

    /** Attempts whose handler never ends. */
    int hung() {
        return hung;
    }

    void hang() {
        hung++;
    }

    void pause(long nanos) {
        pausedUntil = world.loop().now() + nanos;
        world.trace(this, () -> "stands still for " + Duration.ofNanos(nanos).toMillis() + " ms");
    }

    /** Nothing of this process ever runs again; what it sent is still on its way. */
    void crash() {
        alive = false;
        world.trace(this, () -> "crashes");
        world.onCrash(this);
    }

    void close() {
        closed = true;
        world.trace(this, () -> "is closed");
        engine.close();
    }
}
