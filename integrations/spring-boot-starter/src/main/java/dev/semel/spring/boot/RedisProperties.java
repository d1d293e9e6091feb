// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the store on Redis. Its connections are its own; servers and credentials are those of the application's Lettuce
 * connection factory unless an address is given.
 *
 * @param uri Address of a server (redis://, rediss://) or of sentinels (redis-sentinel://). By default what the application's Lettuce connection factory is configured with.
 * @param prefix What the names of all keys begin with.
 * @param inFlight How many commands may be under way before more are refused as unavailable.
 * @param callLimit How long Redis may take for a command before it counts as unavailable.
 * @param replicas How many replicas must have a claim or an answer before it is acknowledged.
 */
record RedisProperties(@Nullable String uri, String prefix, Integer inFlight, Duration callLimit, int replicas) {

    /** What holds where nothing is set; made as the binder makes it. */
    @SuppressWarnings("NullAway")
    static final RedisProperties DEFAULTS = new RedisProperties(null, null, null, null, 0);

    public RedisProperties {
        prefix = Objects.requireNonNullElse(prefix, "semel:");
        inFlight = Objects.requireNonNullElse(inFlight, 10_000);
        callLimit = Objects.requireNonNullElse(callLimit, Duration.ofSeconds(1));
    }

    /** Shows nothing: an address may carry a password. */
    @Override
    public String toString() {
        return "RedisProperties[…]";
    }
}
