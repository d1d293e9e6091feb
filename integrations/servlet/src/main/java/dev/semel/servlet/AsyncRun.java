// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run whose handler went asynchronous, between the container and the handler: what either of them dispatches, completes or
 * gives up becomes the run's ending. It lasts for all of the request's dispatches.
 */
final class AsyncRun extends QuietAsyncListener {

    /** Where a dispatch goes that names no path, and one that leads into another application. */
    private static final String OWN_PATH = "";

    private static final String ELSEWHERE = "?";

    /** Spring's handlers know by what they keep there that they have run, however they are dispatched. */
    static final String SPRINGS_RESULT =
            "org.springframework.web.context.request.async.WebAsyncManager.WEB_ASYNC_MANAGER";

    private final Exchange exchange;
    private final Ending ending;
    private final KeptRequest request;
    private final KeptResponse response;
    private final HungUp hungUp = new HungUp();
    private volatile boolean containerDone;

    /** The handler has completed: who records and sends what it answers. */
    private volatile @Nullable Thread teller;

    /** The handler may complete or dispatch its request, once; containers refuse whatever comes then. */
    private boolean open;

    /** A dispatch is under way. */
    private boolean inside = true;

    private @Nullable AsyncContext completed;

    AsyncRun(Exchange exchange, Ending ending, KeptRequest request, KeptResponse response) {
        this.exchange = exchange;
        this.ending = ending;
        this.request = request;
        this.response = response;
    }

    /** The handler goes asynchronous: what was wanted before is done. */
    void open() {
        hungUp.begin();
        synchronized (this) {
            open = true;
        }
    }

    /** A dispatch of the handler's has come. */
    void begin() {
        hungUp.begin();
        synchronized (this) {
            open = false;
            inside = true;
        }
    }

    /** The dispatch is over, and a completion within it takes effect now (Servlet 6.0, {@code AsyncContext.complete}). */
    void leave() {
        AsyncContext wanted;
        synchronized (this) {
            inside = false;
            wanted = completed;
            completed = null;
        }
        if (wanted != null) {
            endAndComplete(wanted);
        }
    }

    private synchronized void take() {
        if (!open) {
            throw new IllegalStateException("the request has been completed or dispatched before");
        }
        open = false;
    }

    private synchronized void giveBack() {
        open = true;
    }

    private synchronized boolean isCompleted() {
        return completed != null;
    }

    /** True, and it is done later, where a dispatch is still under way: whoever is behind the filter may write to its end. */
    private synchronized boolean isLater(AsyncContext context) {
        completed = inside ? context : null;
        return inside;
    }

    /** Whether the client is known to have gone. */
    boolean isHungUp() {
        return hungUp.isNoticed();
    }

    /** Whether nobody is there to send to; the container may have given its response to another request by now. */
    boolean isUnanswerable() {
        return containerDone || hungUp.isNoticed();
    }

    /** The handler's listener, as the container is to call it. */
    AsyncListener hearing(AsyncListener listener) {
        HandlersListener kept = new HandlersListener(listener, this);
        hungUp.add(kept);
        return kept;
    }

    /** The handler wants this run. A container that knows that the client has gone refuses, and may know it before it tells. */
    void start(AsyncContext context, Runnable work) {
        if (hungUp.start(work)) {
            return;
        }
        try {
            context.start(work);
        } catch (IllegalStateException e) {
            boolean known = containerDone || ending.hasEnded() || ending.isInDoubt();
            if (known || !hungUp.startOnceHeld(work)) {
                throw e;
            }
        }
    }

    void dispatch(AsyncContext context) {
        dispatch(context::dispatch, OWN_PATH);
    }

    void dispatch(AsyncContext context, String path) {
        dispatch(() -> context.dispatch(path), path);
    }

    void dispatchElsewhere(Runnable byContainer) {
        dispatch(byContainer, ELSEWHERE);
    }

    /** The handler has prepared what a dispatch is to render. */
    private void dispatch(Runnable byContainer, String path) {
        take();
        if (hungUp.dispatch(path)) {
            return;
        }
        try {
            byContainer.run();
        } catch (IllegalStateException e) {
            if (!containerDone || ending.hasEnded()) {
                giveBack();
                throw e;
            }
            ending.giveUp();
        }
    }

    /**
     * As a part of this dispatch. What has begun to leave can be added to, and its head is what it is. A handler sees a forward
     * then: one that tells its dispatches apart by their type would take it for a new request, and do its work once more. Only
     * Spring's are known not to.
     */
    private void renderHere(String path) {
        if (path.equals(ELSEWHERE) || request.getAttribute(SPRINGS_RESULT) == null) {
            ending.giveUp();
            return;
        }
        try {
            RequestDispatcher dispatcher =
                    Objects.requireNonNull(request.getRequestDispatcher(path.equals(OWN_PATH) ? ownPath() : path));
            if (response.isCommitted()) {
                dispatcher.include(request, response);
            } else {
                response.goOnThroughForward();
                dispatcher.forward(request, response);
            }
            ending.end();
        } catch (IOException | ServletException | RuntimeException | Error e) {
            ending.threw(e);
        }
    }

    private String ownPath() {
        return request.getRequestURI().substring(request.getContextPath().length());
    }

    /** The container tells its listeners of the completion when its response is closed already; so it is done before. */
    void complete(AsyncContext context) {
        if (isCompleted()) {
            // Jetty lets handlers say so twice.
            return;
        }
        take();
        if (!isLater(context)) {
            endAndComplete(context);
        }
    }

    private void endAndComplete(AsyncContext context) {
        teller = Thread.currentThread();
        try {
            ending.end();
        } catch (IOException e) {
            // The client has gone, which is nothing to the handler (R18). Or a part of the answer is lost: that is
            // thrown in the dispatch that follows, where the container sees it.
            System.getLogger("dev.semel").log(System.Logger.Level.DEBUG, "an answer was not sent", e);
        } finally {
            completeInContainer(context);
        }
    }

    /** A container that has completed the request itself, because its client has gone, refuses to do so again. */
    private void completeInContainer(AsyncContext context) {
        if (hungUp.end() || containerDone) {
            return;
        }
        boolean lost = ending.unsendable() != null;
        try {
            if (lost) {
                // Completed it would look whole. A dispatch ends in this filter, where an exception can be thrown.
                request.seal();
                context.dispatch();
            } else {
                context.complete();
            }
        } catch (IllegalStateException e) {
            if (!lost && !response.hasDeparted()) {
                throw e;
            }
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        ending.doubt(null);
    }

    /** A client that has gone is no failure of the handler: it goes on, and completes (R18). */
    @Override
    public void onError(AsyncEvent event) {
        if (!(event.getThrowable() instanceof IOException)) {
            ending.doubt(event.getThrowable());
        } else if (teller != null) {
            // When this returns the container gives the response to another request, and this answer must not be in it.
            if (teller != Thread.currentThread()) {
                hungUp.awaitEnd();
                hungUp.letGo();
            }
        } else if (!ending.hasEnded() && !hungUp.isNoticed()) {
            exchange.context().onLost(hungUp::end);
            if (!hungUp.hold(event.getAsyncContext().getTimeout())) {
                onTimeout(event);
                hungUp.timeOut(event);
            }
            @Nullable String wanted = hungUp.letGo();
            if (wanted != null) {
                renderHere(wanted);
            }
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }

    @Override
    public void onComplete(AsyncEvent event) {
        containerDone = true;
        // A handler whose client has gone goes on, and has its ending to come.
        if (!hungUp.isNoticed() || ending.isInDoubt()) {
            ending.completedByContainer();
        }
    }
}
