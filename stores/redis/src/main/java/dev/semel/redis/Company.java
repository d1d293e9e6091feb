// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much others send to a server while somebody looks through its records: a look on a server that nobody else wants anything of may
 * hurry.
 *
 * <p>Safe for use by several threads.
 */
final class Company {

    static final long SHORTEST_LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LONGEST_LOOK = TimeUnit.SECONDS.toNanos(2);

    /** Bytes in a second: two or three requests with answers of 1 KiB, or whatever watches a server. */
    private static final long NEXT_TO_NOTHING = 5_000;

    /** What is sent beside the arguments: the command, the script's name and how many keys; and of each argument its length. */
    private static final int COMMAND = 80;

    private static final int ARGUMENT = 8;

    private final LongSupplier nanos;
    private final Map<String, Seen> servers = new ConcurrentHashMap<>();

    /** On this clock, which only goes forward. */
    Company(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether this server had next to nothing else to do, as far as was seen lately. */
    boolean isAlone(String server) {
        Seen seen = servers.get(server);
        return seen != null && seen.alone && nanos.getAsLong() - seen.at <= LONGEST_LOOK;
    }

    /** A server has received so many bytes since its start, the last ones for a step with these arguments. */
    void saw(String server, long received, byte[][] arguments) {
        if (received < 0) {
            return;
        }
        long now = nanos.getAsLong();
        long own = COMMAND
                + Arrays.stream(arguments)
                        .mapToLong(argument -> argument.length + ARGUMENT)
                        .sum();
        servers.compute(server, (same, before) -> {
            if (before == null || received < before.received || now - before.at > LONGEST_LOOK) {
                return new Seen(received, now, 0, false);
            }
            long ours = before.ours + own;
            if (now - before.at < SHORTEST_LOOK) {
                return new Seen(before.received, before.at, ours, before.alone);
            }
            double theirs = (received - before.received - ours) * 1e9 / (now - before.at);
            return new Seen(received, now, 0, theirs < NEXT_TO_NOTHING);
        });
    }

    /**
     * What was seen of a server.
     *
     * @param received how many bytes it had received
     * @param at when that was, in nanoseconds
     * @param ours how many have come from here since
     * @param alone whether there was next to nothing else before that
     */
    private record Seen(long received, long at, long ours, boolean alone) {}
}
