// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.api.StatefulConnection;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * What an event loop sends by its own connection before it waits again: it goes to the driver together, which takes its locks and
 * looks at its state once for all of them. Used on that loop.
 */
final class Outbox implements Outlet {

    private final EventExecutor loop;
    private final StatefulConnection<byte[], byte[]> connection;
    private List<Call<?>> waiting = new ArrayList<>();

    Outbox(EventExecutor loop, StatefulConnection<byte[], byte[]> connection) {
        this.loop = loop;
        this.connection = connection;
    }

    boolean isHere() {
        return loop.inEventLoop();
    }

    @Override
    public void dispatch(Call<?> call) {
        if (waiting.isEmpty()) {
            try {
                loop.execute(this::leave);
            } catch (RejectedExecutionException ending) {
                connection.dispatch(call);
                return;
            }
        }
        waiting.add(call);
    }

    private void leave() {
        List<Call<?>> leaving = waiting;
        waiting = new ArrayList<>(leaving.size());
        try {
            connection.dispatch(leaving);
        } catch (RuntimeException | Error refused) {
            // Nobody else would tell those who wait.
            leaving.forEach(call -> call.completeExceptionally(refused));
        }
    }
}
