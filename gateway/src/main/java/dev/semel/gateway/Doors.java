// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What the doorkeepers of all event loops have in common. Thread-safe. */
final class Doors {

    private final Limits limits;
    private final Newcomers newcomers;
    private final Supplier<Dialect> dialects;
    private final AtomicInteger underWay = new AtomicInteger();

    Doors(Limits limits, Newcomers newcomers, Supplier<Dialect> dialects) {
        this.limits = limits;
        this.newcomers = newcomers;
        this.dialects = dialects;
    }

    Doorkeeper keeper(Handler<HttpServerRequest> inside) {
        return new Doorkeeper(inside, this);
    }

    Newcomers newcomers() {
        return newcomers;
    }

    Limits limits() {
        return limits;
    }

    Dialect dialect() {
        return dialects.get();
    }

    /** Whether one more may be under way; it then is, until it has left. */
    boolean enter() {
        if (underWay.incrementAndGet() <= limits.requestsInFlight()) {
            return true;
        }
        underWay.decrementAndGet();
        return false;
    }

    void leave(int requests) {
        underWay.addAndGet(-requests);
    }
}
