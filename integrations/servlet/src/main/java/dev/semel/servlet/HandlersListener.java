// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;

/**
 * A listener of the handler's. It hears of everything but a client that has gone, which is no reason to give up (R18); and what
 * it completes or dispatches is completed or dispatched as by the handler.
 */
record HandlersListener(AsyncListener listener, AsyncRun run) implements AsyncListener {

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
        listener.onComplete(kept(event));
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        listener.onTimeout(kept(event));
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
        if (!run.isHungUp()) {
            listener.onError(kept(event));
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
        listener.onStartAsync(kept(event));
    }

    private AsyncEvent kept(AsyncEvent event) {
        return new AsyncEvent(
                new KeptAsyncContext(event.getAsyncContext(), run),
                event.getSuppliedRequest(),
                event.getSuppliedResponse(),
                event.getThrowable());
    }
}
