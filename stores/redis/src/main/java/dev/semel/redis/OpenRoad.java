// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.function.Supplier;

/**
 * The usual way: a request is sent at once, on the connection that is there for its caller.
 *
 * @param connection the connection for whoever asks
 * @param sender sends
 */
record OpenRoad(Supplier<? extends StatefulConnection<byte[], byte[]>> connection, Sender sender) implements Road {

    @Override
    public <T> void send(Request<T> request, Listener<T> listener) {
        sender.send(connection.get(), request, listener);
    }
}
