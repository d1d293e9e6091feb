// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import io.vertx.core.Promise;

/** How many runs at upstreams are under way, with a client or without one. Used on one event loop. */
final class Underway {

    private final Promise<Void> last = Promise.promise();
    private int runs;
    private boolean closing;

    void begins() {
        runs++;
    }

    void ends() {
        runs--;
        tell();
    }

    /** When the last one has ended; nothing new comes by then. */
    Future<Void> none() {
        closing = true;
        tell();
        return last.future();
    }

    private void tell() {
        if (closing && runs == 0) {
            last.tryComplete();
        }
    }
}
