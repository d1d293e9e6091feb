// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.util.function.Supplier;

/**
 * The usual way: a request is sent at once, by the outlet that is there for its caller.
 *
 * @param outlet the outlet for whoever asks
 * @param sender sends
 */
record OpenRoad(Supplier<Outlet> outlet, Sender sender) implements Road {

    @Override
    public <T> void send(Request<T> request, Listener<T> listener) {
        sender.send(outlet.get(), request, listener);
    }
}
