// SPDX-License-Identifier: Apache-2.0
package dev.semel.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every meter: its name, its tags, and what it counts. Meters are kept, since asking the registry costs more than counting. */
final class Book {

    /** Operations are few; a service that makes names from its requests must not fill the monitoring system's memory. */
    static final int MOST_OPERATIONS = 500;

    private static final String BEYOND = "other";

    private final MeterRegistry registry;
    private final Map<Series, Meter> meters = new ConcurrentHashMap<>();
    private final Set<String> operations = ConcurrentHashMap.newKeySet();

    Book(MeterRegistry registry) {
        this.registry = registry;
    }

    Counter admissions(String operation, String outcome, String detail) {
        return counter(
                "semel.admissions",
                "What callers were told",
                "operation",
                tag(operation),
                "outcome",
                outcome,
                "detail",
                detail);
    }

    Timer attempts(String operation, String state) {
        String about = "Attempts whose ending is recorded, from claim to record";
        return timer("semel.attempts", about, "operation", tag(operation), "state", state);
    }

    Timer reconciliations(String operation, String result) {
        String about = "Reconcilers asked what an earlier attempt did";
        return timer("semel.reconciliations", about, "operation", tag(operation), "result", result);
    }

    Counter unrecordedAnswers(String operation, String ending) {
        String about = "Answers sent before the store confirmed them, and those that it never did";
        return counter("semel.answers.unrecorded", about, "operation", tag(operation), "ending", ending);
    }

    Counter ownershipLost(String operation, String cause) {
        String about = "Attempts that lost their key while they ran";
        return counter("semel.ownership.lost", about, "operation", tag(operation), "cause", cause);
    }

    Counter fencedAttempts(String operation, String ending) {
        String about = "Attempts that ended after another took over";
        return counter("semel.fenced", about, "operation", tag(operation), "ending", ending);
    }

    Counter abandonedClaims(String operation, String freed) {
        String about = "Claims given up unanswered";
        return counter("semel.claims.abandoned", about, "operation", tag(operation), "freed", freed);
    }

    Counter refusals(String operation, String code) {
        String about = "Requests refused before the engine was asked";
        return counter("semel.http.refusals", about, "operation", tag(operation), "code", code);
    }

    Counter storeFailures(String during) {
        return counter("semel.store.failures", "Calls that the store did not answer", "during", during);
    }

    Counter unrenewedLeases() {
        return counter("semel.leases.unrenewed", "Leases whose renewal failed and is tried again");
    }

    Counter purgedRecords() {
        return counter("semel.records.purged", "Expired records that were removed");
    }

    Counter droppedEvents() {
        return counter("semel.events.dropped", "Events that a slow listener missed");
    }

    private Counter counter(String name, String about, String... tags) {
        Series series = new Series(name, Arrays.asList(tags));
        return (Counter) meters.computeIfAbsent(
                series,
                absent -> Counter.builder(name).description(about).tags(tags).register(registry));
    }

    private Timer timer(String name, String about, String... tags) {
        Series series = new Series(name, Arrays.asList(tags));
        return (Timer) meters.computeIfAbsent(
                series,
                absent -> Timer.builder(name).description(about).tags(tags).register(registry));
    }

    private String tag(String operation) {
        if (operations.contains(operation)) {
            return operation;
        }
        if (operations.size() >= MOST_OPERATIONS) {
            return BEYOND;
        }
        operations.add(operation);
        return operation;
    }

    private record Series(String name, List<String> tags) {}
}
