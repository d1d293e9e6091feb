// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One schedule: everything that takes part in it, and what came of it. Lives on one thread. */
final class World {

    private static final int MOST_EVENTS = 50_000;
    private static final long DAY = Duration.ofDays(1).toNanos();

    private final Dice dice;
    private final Dice clocks;
    private final Defect defect;
    private final Trace trace;
    private final Words words;
    private final Loop loop = new Loop();
    private final Tally tally = new Tally();
    private final Plan plan;
    private final StoreServer server;
    private final Referee referee;
    private final Grants grants = new Grants(this);
    private final Effects effects = new Effects(this);
    private final ClientRules clientRules = new ClientRules(this);
    private final LapseRules lapseRules = new LapseRules(this);
    private final Operator operator = new Operator(this);
    private final Hosts hosts;
    private final List<Request> requests = new ArrayList<>();
    private Weather weather;
    private boolean calm;
    private @Nullable String violation;

    /** The clock seed moves the processes' clocks, and nothing else. */
    World(long seed, long clockSeed, Defect defect, boolean traced) {
        this.dice = new Dice(seed);
        this.clocks = new Dice(clockSeed);
        this.defect = defect;
        this.trace = new Trace(traced);
        this.words = new Words(trace);
        this.weather = Weather.draw(dice);
        this.plan = new Plan(dice);
        this.server = new StoreServer(this, defect.store(loop));
        this.referee = new Referee(this, defect.oracle());
        this.hosts = new Hosts(this);
    }

    /** Runs it to its end: trouble first, and then a time without any, in which every key must come to rest. */
    World run() {
        trace(
                null,
                () -> plan.policies() + ", store time-out " + plan.storeTimeout() + ", once "
                        + plan.policies().stream().map(plan::isOnce).toList());
        Story story = new Story(this);
        story.tell();
        drain();
        calm = true;
        weather = Weather.calm();
        trace(null, () -> "-- from here on nothing goes wrong --");
        Finale finale = new Finale(this, story);
        finale.play();
        drain();
        if (violation == null) {
            finale.check();
        }
        return this;
    }

    private void drain() {
        int events = 0;
        while (violation == null && loop.step()) {
            if (++events > MOST_EVENTS) {
                violated("liveness: after " + events + " events it is still not quiet");
            }
        }
    }

    /** A client asks a process; not a dead one. */
    void request(Request request, boolean executes) {
        requests.add(request);
        loop.after(0, request.host(), executes ? request::execute : request::admit);
    }

    Intent intent(Host host, Policy policy, Story.Name name, boolean otherPayload) {
        return new Intent(
                policy.operation(host.slot(), doubt -> effects.ask(host, policy, doubt)),
                name.tenant(),
                name.key(),
                otherPayload ? Plan.OTHER_PAYLOAD : Plan.FIRST_PAYLOAD);
    }

    Optional<Fault> strike() {
        Optional<Fault> fault = weather.strike(dice);
        fault.ifPresent(tally::see);
        return fault;
    }

    /** Wrong by up to a day, and now and then about to overflow. */
    long clockOffset() {
        long offset = clocks.between(-DAY, DAY);
        return clocks.chance(200) ? Long.MAX_VALUE - Math.abs(offset) % 1_000_000_000L : offset;
    }

    /** Whether an answer that arrives now reaches a caller that has not given up, with some margin. */
    boolean inTime(Host host, long sentNanos) {
        return host.clock().nanoTime() - sentNanos < plan.storeTimeout().toNanos() * 3 / 4;
    }

    void onCrash(Host host) {
        hosts.onCrash(host);
    }

    void violated(String what) {
        if (violation == null) {
            violation = what;
            trace(null, () -> "VIOLATION: " + what);
        }
    }

    void trace(@Nullable Host host, Supplier<String> what) {
        trace.add(loop.now(), host == null ? "-" : host.name(), what);
    }

    void seen(Seen seen) {
        tally.see(seen);
    }

    Optional<String> violation() {
        return Optional.ofNullable(violation);
    }

    List<String> lines() {
        return trace.lines();
    }

    List<Request> requests() {
        return requests;
    }

    boolean isCalm() {
        return calm;
    }

    Dice dice() {
        return dice;
    }

    Defect defect() {
        return defect;
    }

    Words words() {
        return words;
    }

    Loop loop() {
        return loop;
    }

    Tally tally() {
        return tally;
    }

    Plan plan() {
        return plan;
    }

    StoreServer server() {
        return server;
    }

    Referee referee() {
        return referee;
    }

    Grants grants() {
        return grants;
    }

    Effects effects() {
        return effects;
    }

    ClientRules clientRules() {
        return clientRules;
    }

    LapseRules lapseRules() {
        return lapseRules;
    }

    Operator operator() {
        return operator;
    }

    Hosts hosts() {
        return hosts;
    }
}
