// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.SslOptions;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;

/**
 * A store's settings, checked.
 *
 * @param names what the records' keys begin with
 * @param inFlight how many commands may be under way
 * @param callLimit how long a command may take
 * @param replicas how many replicas must have what is acknowledged; 0 for none
 * @param ssl whom to trust, and what to show
 * @param loops the callers' event loops that have connections of their own
 */
record RedisSettings(
        KeyNames names, int inFlight, Duration callLimit, int replicas, SslOptions ssl, List<EventLoop> loops) {

    RedisSettings {
        loops = List.copyOf(loops);
        if (inFlight < 1) {
            throw new IllegalArgumentException("inFlight is at least 1, not " + inFlight);
        }
        if (callLimit.compareTo(Duration.ofMillis(50)) < 0 || callLimit.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("callLimit is from 50 ms to a minute, not " + callLimit);
        }
        if (replicas < 0 || replicas > 16) {
            throw new IllegalArgumentException("replicas is from 0 to 16, not " + replicas);
        }
        if (replicas > 0 && !loops.isEmpty()) {
            throw new IllegalArgumentException(
                    "eventLoops and replicas do not go together: WAIT has its own connection");
        }
    }

    /** So long a connection may be silent on which something was sent. */
    Duration silence() {
        return callLimit.multipliedBy(2);
    }
}
