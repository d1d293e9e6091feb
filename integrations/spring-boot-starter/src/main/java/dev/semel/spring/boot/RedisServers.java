// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import io.lettuce.core.RedisURI;
import java.util.List;

/**
 * Addresses of a Redis.
 *
 * @param nodes one for a server or for sentinels, or some nodes of a cluster
 * @param cluster whether they are a cluster's
 */
record RedisServers(List<RedisURI> nodes, boolean cluster) {

    RedisServers {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty() || (!cluster && nodes.size() > 1)) {
            throw new IllegalArgumentException("one address, or some of a cluster, and not " + nodes.size());
        }
    }

    /** Without credentials. */
    String description() {
        RedisURI first = nodes.get(0);
        String kind = cluster ? "the Redis cluster at " : "Redis at ";
        return first.getSentinels().isEmpty()
                ? kind + first.getHost() + ":" + first.getPort()
                : "the Redis that sentinels call " + first.getSentinelMasterId();
    }
}
