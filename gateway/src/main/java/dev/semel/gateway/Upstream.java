// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.SettingException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A service behind the gateway.
 *
 * @param name what the configuration calls it
 * @param server where it is: scheme, host and port
 * @param timeout how long it may take to answer completely
 * @param connectTimeout how long a connection to it may take
 * @param trust whose certificates it may show, where that is not for the JDK to say
 */
record Upstream(String name, URI server, Duration timeout, Duration connectTimeout, Optional<Trust> trust) {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    Upstream {
        boolean known = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        boolean bare = server.getRawPath() == null || server.getRawPath().isEmpty() || "/".equals(server.getRawPath());
        if (!known || server.getHost() == null || !bare || server.getRawQuery() != null) {
            throw new SettingException(
                    "upstreams." + name, "a server is http://host:port or https://host:port, without a path");
        }
        if (timeout.isNegative() || timeout.isZero() || connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new SettingException("upstreams." + name, "a timeout is longer than nothing");
        }
    }

    /** One that the JDK trusts, if it is asked by TLS at all. */
    Upstream(String name, URI server, Duration timeout, Duration connectTimeout) {
        this(name, server, timeout, connectTimeout, Optional.empty());
    }

    boolean isTls() {
        return "https".equals(server.getScheme());
    }

    String host() {
        return server.getHost();
    }

    int port() {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return isTls() ? HTTPS : HTTP;
    }
}
