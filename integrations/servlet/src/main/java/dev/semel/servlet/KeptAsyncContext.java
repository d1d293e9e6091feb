// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The container's asynchronous context, but for the end: before it completes, the answer is saved and sent. */
final class KeptAsyncContext implements AsyncContext {

    private final AsyncContext context;
    private final Running running;

    KeptAsyncContext(AsyncContext context, Running running) {
        this.context = context;
        this.running = running;
    }

    /** The container tells its listeners of the completion when its response is closed already; so it is done before. */
    @Override
    public void complete() {
        try {
            running.end();
        } catch (IOException e) {
            // What cannot be sent is thrown in the dispatch that follows, where the container sees it.
            if (!running.isUnsendable()) {
                throw new UncheckedIOException(e);
            }
        } finally {
            running.completeInContainer(context);
        }
    }

    @Override
    public ServletRequest getRequest() {
        return context.getRequest();
    }

    @Override
    public ServletResponse getResponse() {
        return context.getResponse();
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return context.hasOriginalRequestAndResponse();
    }

    @Override
    public void dispatch() {
        context.dispatch();
    }

    @Override
    public void dispatch(String path) {
        context.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext other, String path) {
        context.dispatch(other, path);
    }

    @Override
    public void start(Runnable run) {
        context.start(run);
    }

    @Override
    public void addListener(AsyncListener listener) {
        context.addListener(listener);
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        context.addListener(listener, request, response);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.createListener(type);
    }

    @Override
    public void setTimeout(long timeout) {
        context.setTimeout(timeout);
    }

    @Override
    public long getTimeout() {
        return context.getTimeout();
    }
}
