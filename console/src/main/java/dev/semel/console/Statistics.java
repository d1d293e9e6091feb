// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.event.AdmissionEvent;
import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import dev.semel.event.TicketEvent;
import dev.semel.http.HttpEvent;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the engine's events, and those of HTTP, for the console's charts: since the start, and for the last ten minutes in short
 * intervals. It has no thread: an interval is closed by whoever comes first after its end. Safe for use by several threads.
 *
 * <pre>{@code
 * Statistics statistics = new Statistics();
 * Idempotency engine = Idempotency.builder(store).operations(charge).listener(statistics).build();
 * }</pre>
 */
public final class Statistics implements EventListener {

    static final Duration INTERVAL = Duration.ofSeconds(5);
    static final int INTERVALS = 120;

    /** Over how many intervals the latency of now is taken. */
    static final int RECENT = 12;

    private static final int MOST_OPERATIONS = 200;
    private static final String BEYOND = "other";

    private final InstantSource clock;
    private final Instant start;
    private final Map<Outcome, Long> all = new EnumMap<>(Outcome.class);
    private final Map<String, Map<Outcome, Long>> operations = new HashMap<>();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Deque<Histogram> recent = new ArrayDeque<>();
    private Histogram current = new Histogram();
    private Instant end;

    /** Counts from now on. */
    public Statistics() {
        this(WallClock.clock());
    }

    /** Counts from now on, by this clock. */
    public Statistics(InstantSource clock) {
        this.clock = clock;
        this.start = clock.instant();
        this.end = start.plus(INTERVAL);
    }

    /**
     * The counters at the end of an interval.
     *
     * @param at its end
     * @param counters those that are not zero
     * @param latency how long attempts took that ended in it
     */
    record Sample(Instant at, Map<Outcome, Long> counters, Histogram latency) {}

    /**
     * Everything at once.
     *
     * @param now when
     * @param start since when
     * @param counters those that are not zero
     * @param latency of the last minute
     * @param history the intervals that have ended
     * @param operations the counters of each operation
     */
    record Reading(
            Instant now,
            Instant start,
            Map<Outcome, Long> counters,
            Histogram latency,
            List<Sample> history,
            Map<String, Map<Outcome, Long>> operations) {}

    @Override
    public synchronized void on(SemelEvent event) {
        roll();
        if (event instanceof AdmissionEvent.Granted e) {
            count(e.key().operation(), e.reason().followsDoubt() ? Outcome.TAKEN_OVER : Outcome.NEW);
        } else if (event instanceof AdmissionEvent.Replayed e) {
            count(e.key().operation(), Outcome.REPLAYED);
        } else if (event instanceof TicketEvent.Ended e) {
            ended(e);
        } else {
            onRarer(event);
        }
    }

    private void onRarer(SemelEvent event) {
        if (event instanceof AdmissionEvent.Conflicted e) {
            count(e.key().operation(), Outcome.CONFLICT);
        } else if (event instanceof AdmissionEvent.Mismatched e) {
            count(e.key().operation(), Outcome.MISMATCH);
        } else if (event instanceof AdmissionEvent.HeldBack e) {
            count(e.key().operation(), Outcome.HELD);
        } else if (event instanceof AdmissionEvent.Undecided e) {
            count(e.key().operation(), Outcome.UNAVAILABLE);
        } else if (event instanceof AdmissionEvent.RanUnprotected e) {
            count(e.key().operation(), Outcome.UNPROTECTED);
        } else if (event instanceof AdmissionEvent.KeyExpired e) {
            count(e.key().operation(), Outcome.EXPIRED_KEY);
        } else if (event instanceof TicketEvent.GaveUpRecording e) {
            count(e.key().operation(), Outcome.IN_DOUBT);
        } else if (event instanceof HttpEvent.Refused e) {
            count(e.operation(), Outcome.REFUSED);
        }
    }

    private void ended(TicketEvent.Ended event) {
        current.record(event.took());
        if (event.state() == State.IN_DOUBT) {
            count(event.key().operation(), Outcome.IN_DOUBT);
        }
    }

    private void count(String operation, Outcome outcome) {
        all.merge(outcome, 1L, Long::sum);
        String name = operations.containsKey(operation) || operations.size() < MOST_OPERATIONS ? operation : BEYOND;
        operations.computeIfAbsent(name, absent -> new EnumMap<>(Outcome.class)).merge(outcome, 1L, Long::sum);
    }

    synchronized Reading read() {
        roll();
        Histogram latency = new Histogram();
        recent.forEach(latency::add);
        latency.add(current);
        Map<String, Map<Outcome, Long>> each = new TreeMap<>();
        operations.forEach((name, counters) -> each.put(name, Map.copyOf(counters)));
        return new Reading(clock.instant(), start, Map.copyOf(all), latency, new ArrayList<>(samples), each);
    }

    /** Closes the intervals that have ended. A clock that jumped far does not make it close thousands. */
    private void roll() {
        Instant now = clock.instant();
        if (now.isBefore(end)) {
            return;
        }
        Duration behind = Duration.between(end, now);
        if (behind.compareTo(INTERVAL.multipliedBy(INTERVALS)) > 0) {
            end = now.minus(INTERVAL.multipliedBy(INTERVALS));
        }
        while (!now.isBefore(end)) {
            close();
        }
    }

    private void close() {
        samples.addLast(new Sample(end, Map.copyOf(all), current));
        if (samples.size() > INTERVALS) {
            samples.removeFirst();
        }
        recent.addLast(current);
        if (recent.size() >= RECENT) {
            recent.removeFirst();
        }
        current = new Histogram();
        end = end.plus(INTERVAL);
    }
}
