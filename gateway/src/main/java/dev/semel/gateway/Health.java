// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Whether servers take requests, as far as anybody knows: from health checks, and from connections that could not be had. Shared
 * by all event loops.
 */
final class Health {

    private static final Logger LOG = System.getLogger("dev.semel.gateway");
    private static final int FAILURES = 2;
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final Map<Place, Server> servers = new ConcurrentHashMap<>();

    /** By name, which stays the same when a reload changes something else of an upstream: what is known of it stays known. */
    private record Place(String upstream, URI server) {}

    /** A server as one upstream sees it: another one may have other checks, and so another opinion. */
    Server of(Upstream upstream, URI server) {
        return servers.computeIfAbsent(new Place(upstream.name(), server), place -> new Server(server));
    }

    /** The servers of an upstream, in the order in which they are asked. */
    List<URI> inOrder(Upstream upstream) {
        return inOrder(upstream.servers(), 0, server -> of(upstream, server).isUp());
    }

    /** From this one on, and those that are down last: a health check may be wrong about all of them. */
    static <T> List<T> inOrder(List<T> all, int start, Predicate<T> isUp) {
        List<T> order = new ArrayList<>(all.size());
        List<T> down = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            T next = all.get((start + i) % all.size());
            (isUp.test(next) ? order : down).add(next);
        }
        order.addAll(down);
        return order;
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

        /** Nobody checks it any more, so that nobody would find out that it is well again. */
        void unchecked() {
            if (failures == FAILURES) {
                LOG.log(Level.INFO, "{0} is not checked any more: it gets requests again", uri);
            }
            failures = 0;
        }
    }
}
