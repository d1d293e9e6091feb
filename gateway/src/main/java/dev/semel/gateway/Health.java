// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether servers take requests, as far as anybody knows: from health checks, and from connections that could not be had. Shared
 * by all event loops.
 */
final class Health {

    private static final Logger LOG = System.getLogger("dev.semel.gateway");
    private static final int FAILURES = 2;
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final Map<URI, Server> servers = new ConcurrentHashMap<>();

    Server of(URI server) {
        return servers.computeIfAbsent(server, Server::new);
    }

    /** One server. Safe for use by several threads: what two of them learn at once is settled by the next check. */
    static final class Server {

        private final URI uri;
        private volatile int failures;
        private volatile boolean refused;
        private volatile long refusedAt;

        private Server(URI uri) {
            this.uri = uri;
        }

        /** Whether it is worth asking before others are. */
        boolean isUp() {
            return failures < FAILURES && !(refused && System.nanoTime() - refusedAt < PAUSE_NANOS);
        }

        /** A connection to it could not be had: for a moment others go first. */
        void refused() {
            refusedAt = System.nanoTime();
            if (!refused) {
                refused = true;
                LOG.log(Level.WARNING, "no connection to {0}: other servers of its upstream, if any, go first", uri);
            }
        }

        /** A connection to it could be had. */
        void accepted() {
            if (refused) {
                refused = false;
                LOG.log(Level.INFO, "{0} accepts connections again", uri);
            }
        }

        /** One failed check may be bad luck; two are not. */
        @SuppressWarnings("NonAtomicVolatileUpdate") // Only the one that checks writes it.
        void checked(boolean well) {
            int before = failures;
            failures = well ? 0 : Math.min(before + 1, FAILURES);
            if (before < FAILURES && failures == FAILURES) {
                LOG.log(
                        Level.WARNING,
                        "{0} failed {1} health checks: it gets no requests while others are well",
                        uri,
                        FAILURES);
            } else if (before == FAILURES && well) {
                LOG.log(Level.INFO, "{0} is well again", uri);
            }
        }
    }
}
