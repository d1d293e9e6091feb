// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.SettingException;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * A service behind the gateway.
 *
 * @param name what the configuration calls it
 * @param servers where it is: scheme, host and port of each server that answers for it
 * @param timeout how long it may take to answer completely
 * @param connectTimeout how long a connection to one of its servers may take
 * @param keepAlive for how many seconds a connection is kept that has no request; none at all for one request on each
 * @param health how its servers are asked whether they are well, where they are
 * @param trust whose certificates its servers may show, where that is not for the JDK to say
 */
record Upstream(
        String name,
        List<URI> servers,
        Duration timeout,
        Duration connectTimeout,
        Duration keepAlive,
        Optional<HealthCheck> health,
        Optional<Trust> trust) {

    /**
     * Shorter than the shortest time after which usual servers close such connections, 5 s: one that does so while a request is on its
     * way leaves that in doubt.
     */
    static final Duration KEEP_ALIVE = Duration.ofSeconds(4);

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    Upstream {
        servers = List.copyOf(servers);
        if (servers.isEmpty()) {
            throw new SettingException("upstreams." + name, "has no server");
        }
        for (URI server : servers) {
            if (!isServer(server)) {
                throw new SettingException(
                        "upstreams." + name,
                        "a server is http://host:port or https://host:port, without a path; a host's name has letters,"
                                + " digits, hyphens and dots, a port is a number up to " + Addresses.HIGHEST_PORT);
            }
        }
        if (timeout.isNegative() || timeout.isZero() || connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new SettingException("upstreams." + name, "a timeout is longer than nothing");
        }
        if (keepAlive.isNegative() || !keepAlive.equals(keepAlive.truncatedTo(ChronoUnit.SECONDS))) {
            throw new SettingException("upstreams." + name, "connections are kept for whole seconds");
        }
    }

    /** One server that the JDK trusts, if it is asked by TLS at all, and that nobody asks for its health. */
    Upstream(String name, URI server, Duration timeout, Duration connectTimeout) {
        this(name, List.of(server), timeout, connectTimeout, KEEP_ALIVE, Optional.empty(), Optional.empty());
    }

    /** The port of a server, also where it is the scheme's own. */
    static int port(URI server) {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return "https".equals(server.getScheme()) ? HTTPS : HTTP;
    }

    private static boolean isServer(URI server) {
        boolean known = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        boolean bare = server.getRawPath() == null || server.getRawPath().isEmpty() || "/".equals(server.getRawPath());
        boolean open = port(server) > 0 && port(server) <= Addresses.HIGHEST_PORT;
        return known
                && server.getHost() != null
                && open
                && bare
                && server.getRawQuery() == null
                && server.getRawFragment() == null;
    }
}
