// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Exchange;
import dev.semel.http.HttpContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A handler's run, from its first dispatch to its ending: when the chain returns, or, if the handler went asynchronous, when
 * it completes. A time-out or an error in between leaves a doubt, whatever is answered then.
 */
final class Running {

    private static final String ATTRIBUTE = "dev.semel.servlet.running";
    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final Exchange exchange;
    private final KeptRequest keptRequest;
    private final KeptResponse keptResponse;
    private final Ending ending;
    private volatile boolean started;

    /** A dispatch is under way: what comes to a filter of ours meanwhile, mapped twice say, is a part of it. */
    private volatile boolean inside;

    private volatile boolean wentAsync;
    private volatile @Nullable AsyncRun async;

    private Running(
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response,
            boolean readBefore,
            @Nullable String errorPage) {
        this.exchange = exchange;
        this.keptRequest = new KeptRequest(request, exchange.body(), readBefore);
        this.keptResponse = new KeptResponse(response, exchange, keptRequest);
        this.ending = new Ending(exchange, response, errorPage, keptRequest, keptResponse);
        keptRequest.asyncBy(this::goAsync);
        keptRequest.forwardBy(keptResponse::forwarded);
        keptRequest.callbacks().until(ending::hasEnded);
    }

    /** A run that begins when it is started, or when its request is dispatched to the filter again. */
    static Running prepare(
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response,
            boolean readBefore,
            @Nullable String errorPage) {
        try {
            Running running = new Running(exchange, request, response, readBefore, errorPage);
            request.setAttribute(ATTRIBUTE, running);
            return running;
        } catch (RuntimeException | Error e) {
            // Nothing has run, and nobody else knows that there is something to end (T16).
            exchange.released();
            throw e;
        }
    }

    static Optional<Running> of(ServletRequest request) {
        return Optional.ofNullable((Running) request.getAttribute(ATTRIBUTE));
    }

    HttpContext context() {
        return exchange.context();
    }

    void failedLate(Throwable failure) {
        ending.failedLate(failure);
    }

    void start(FilterChain chain) throws IOException, ServletException {
        started = true;
        if (exchange.isTransacted()) {
            ending.transact(chain);
        } else {
            goOn(keptRequest, keptResponse, chain);
        }
    }

    /** Its dispatch has ended elsewhere: a filter in front has answered, or this one is not mapped for it (T16). */
    void neverStarted() {
        if (!started && ending.giveUp()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a retry that waited was dispatched to run, and did not come back to the idempotency filter: its"
                            + " key is in doubt; map the filter for ASYNC dispatches");
        }
    }

    /** The first dispatch, or a later one of an asynchronous request; also a forward that the filter is mapped to. */
    void goOn(ServletRequest request, ServletResponse given, FilterChain chain) throws IOException, ServletException {
        if (!started) {
            // A retry that has waited, and was dispatched to run.
            start(chain);
            return;
        }
        IOException lost = ending.unsendable();
        if (lost != null && request.getDispatcherType() == DispatcherType.ASYNC) {
            throw lost;
        }
        AsyncRun before = async;
        if (before != null && before.isHungUp() && ending.hasEnded()) {
            // It has been rendered for nobody to read; a handler that is dispatched once more would run once more.
            return;
        }
        boolean forwarded = request != keptRequest && request.getDispatcherType() != DispatcherType.ASYNC;
        if (inside || forwarded || ending.hasEnded()) {
            chain.doFilter(request, given);
            return;
        }
        if (before != null) {
            before.begin();
        }
        dispatch(request, given, chain);
    }

    /** One dispatch, from here to where all behind the filter have done what they do: the answer is whole then, not before. */
    private void dispatch(ServletRequest request, ServletResponse given, FilterChain chain)
            throws IOException, ServletException {
        wentAsync = false;
        inside = true;
        keptRequest.callbacks().hold();
        try {
            chain.doFilter(request, given);
        } catch (Throwable e) {
            boolean answered = !wentAsync && MalformedFormException.becomesError(e, keptResponse);
            if (!answered && !ending.fail(e)) {
                throw e;
            }
        } finally {
            inside = false;
            leave();
        }
        if (!wentAsync) {
            ending.end();
        }
    }

    private void leave() {
        AsyncRun run = async;
        if (run != null && wentAsync) {
            run.leave();
            keptRequest.callbacks().letGo();
        }
    }

    private KeptAsyncContext goAsync(ServletRequest request, @Nullable ServletResponse given) {
        if (exchange.isTransacted()) {
            // What goes on has begun, a future say, and no rollback ends it: its key must not be free.
            String unused = context().derivedKey("asynchronous");
            throw new IllegalStateException(
                    "the operation " + context().operation()
                            + " runs in a transaction, which is one thread's: its handler cannot go asynchronous, and is in doubt");
        }
        AsyncRun run = async == null ? new AsyncRun(exchange, ending, keptRequest, keptResponse) : async;
        async = run;
        ending.unless(run::isUnanswerable);
        AsyncContext context = keptRequest.getRequest().startAsync(request, given == null ? keptResponse : given);
        run.open();
        wentAsync = true;
        context.addListener(run);
        return new KeptAsyncContext(context, run);
    }
}
