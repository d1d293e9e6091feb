// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/** The container's asynchronous context, but for the end: before it completes, the answer is saved and sent. */
final class KeptAsyncContext implements AsyncContext {

    private final AsyncContext context;
    private final AsyncRun run;

    KeptAsyncContext(AsyncContext context, AsyncRun run) {
        this.context = context;
        this.run = run;
    }

    @Override
    public void complete() {
        run.complete(context);
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
        run.dispatch(context);
    }

    @Override
    public void dispatch(String path) {
        run.dispatch(context, path);
    }

    @Override
    public void dispatch(ServletContext other, String path) {
        run.dispatchElsewhere(() -> context.dispatch(other, path));
    }

    @Override
    public void start(Runnable work) {
        run.start(context, work);
    }

    @Override
    public void addListener(AsyncListener listener) {
        context.addListener(run.hearing(listener));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        context.addListener(run.hearing(listener), request, response);
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
