// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

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
record RedisProperties(
        @Nullable String uri,
        @DefaultValue("semel:") String prefix,
        @DefaultValue("10000") int inFlight,
        @DefaultValue("1s") Duration callLimit,
        @DefaultValue("0") int replicas) {

    /** Shows nothing: an address may carry a password. */
    @Override
    public String toString() {
        return "RedisProperties[…]";
    }
}
