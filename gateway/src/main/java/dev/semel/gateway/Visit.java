// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client's connection, and which of its requests are under way. Used on one event loop. */
final class Visit {

    private final List<Arrival> open = new ArrayList<>(1);
    private long quietSince;
    private boolean hasEnded;

    Visit(long now) {
        quietSince = now;
    }

    Arrival arrives(HttpServerRequest request) {
        Arrival arrival = new Arrival(request, System.nanoTime());
        open.add(arrival);
        return arrival;
    }

    /** Whether it was still there. */
    boolean leaves(Arrival arrival, long now) {
        quietSince = now;
        return open.remove(arrival);
    }

    /** Whether its protocol has been changed: it is no business of a doorkeeper for requests any more. */
    boolean isTunnel() {
        return !open.isEmpty() && open.get(0).isTunnel();
    }

    int leaveAll() {
        int left = open.size();
        open.clear();
        return left;
    }

    /** Over HTTP/2 a client can give up one request and keep the connection. */
    int leaveClosed(long now) {
        int before = open.size();
        if (open.removeIf(Arrival::isOver)) {
            quietSince = now;
        }
        return before - open.size();
    }

    /** After what cannot be understood nothing is: it may be a part of that. */
    void ends() {
        hasEnded = true;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** Nothing is under way, and nothing has come for too long: not a whole head, whatever parts of one have. */
    boolean isLate(long now, Duration limit) {
        return open.isEmpty() && now - quietSince > limit.toNanos();
    }

    void addSlow(long now, Duration limit, List<HttpServerRequest> slow) {
        for (Arrival arrival : open) {
            if (arrival.isSlow(now, limit)) {
                slow.add(arrival.request());
            }
        }
    }
}
