// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.SettingException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What clients may ask of the gateway.
 *
 * @param headerBytes how large the head of a request may be, its first line aside; beyond: 431, and 414 for the line
 * @param bodyBytes how large a body may be, where that is said; beyond: 413
 * @param bodyMemory how much memory the bodies of all requests that run once may take together, where that is said; beyond: 503
 * @param requestsInFlight how many requests may be under way; beyond: 503 at once
 * @param headerTimeout how long the head of a connection's first request may take
 * @param bodyTimeout how long a body may make no progress; beyond: 408
 * @param idleTimeout how long a connection is kept between two requests
 */
record Limits(
        int headerBytes,
        OptionalLong bodyBytes,
        OptionalLong bodyMemory,
        int requestsInFlight,
        Duration headerTimeout,
        Duration bodyTimeout,
        Duration idleTimeout) {

    static final Limits DEFAULT = new Limits(
            32 << 10,
            OptionalLong.empty(),
            OptionalLong.empty(),
            10_000,
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(75));

    /** Of a body that must be kept, since its request runs once: memory and disk are finite. */
    private static final long KEPT_BODY = 64L << 20;

    /** Longer than any answer may take: who waits for one is not idle. */
    private static final Duration MARGIN = Duration.ofSeconds(15);

    private static final int SMALLEST_HEAD = 1 << 10;

    Limits {
        if (headerBytes < SMALLEST_HEAD) {
            throw new SettingException("limits.header-bytes", "is " + headerBytes + ", at least " + SMALLEST_HEAD);
        }
        if (bodyBytes.isPresent() && bodyBytes.getAsLong() < 0) {
            throw new SettingException("limits.body-bytes", "is negative");
        }
        if (bodyMemory.isPresent() && bodyMemory.getAsLong() < 1) {
            throw new SettingException("limits.body-memory", "is less than a byte");
        }
        if (requestsInFlight < 1) {
            throw new SettingException("limits.requests-in-flight", "is " + requestsInFlight + ", at least 1");
        }
        positive("limits.header-timeout", headerTimeout);
        positive("limits.body-timeout", bodyTimeout);
        positive("limits.idle-timeout", idleTimeout);
    }

    private static void positive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new SettingException(name, "is longer than nothing");
        }
    }

    /** The section {@code limits}, where there is one. */
    static Limits read(Section root) {
        if (!root.has("limits")) {
            return DEFAULT;
        }
        Section section = root.section("limits");
        int headerBytes = section.number("header-bytes").orElse(DEFAULT.headerBytes);
        OptionalLong bodyBytes =
                section.count("body-bytes").map(OptionalLong::of).orElse(DEFAULT.bodyBytes);
        OptionalLong bodyMemory =
                section.count("body-memory").map(OptionalLong::of).orElse(DEFAULT.bodyMemory);
        int requests = section.number("requests-in-flight").orElse(DEFAULT.requestsInFlight);
        Duration header = section.duration("header-timeout").orElse(DEFAULT.headerTimeout);
        Duration body = section.duration("body-timeout").orElse(DEFAULT.bodyTimeout);
        Duration idle = section.duration("idle-timeout").orElse(DEFAULT.idleTimeout);
        section.done();
        try {
            return new Limits(headerBytes, bodyBytes, bodyMemory, requests, header, body, idle);
        } catch (SettingException e) {
            throw root.bad("limits", "cannot be: " + e.getMessage());
        }
    }

    /** The first line of a request has a limit of its own, of which it may be the whole head. */
    int lineBytes() {
        return headerBytes / 2;
    }

    /** The limit of a body that is kept until its request has run. */
    long keptBody() {
        return bodyBytes.orElse(KEPT_BODY);
    }

    /** How long nothing at all may be sent or received on a connection, where an answer may take so long. */
    Duration silence(Duration longestAnswer) {
        Duration answer = longestAnswer.plus(MARGIN);
        return answer.compareTo(idleTimeout) > 0 ? answer : idleTimeout;
    }
}
