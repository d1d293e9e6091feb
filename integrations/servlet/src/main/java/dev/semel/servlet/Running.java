// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpContext;
import dev.semel.http.Sending;
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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A handler's run, from its first dispatch to its ending: when the chain returns, or, if the handler went asynchronous, when
 * it completes. A time-out or an error in between leaves a doubt, whatever is answered then.
 */
final class Running {

    private static final String ATTRIBUTE = "dev.semel.servlet.running";
    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final Exchange exchange;
    private final HttpServletResponse response;
    private final @Nullable String errorPage;
    private final KeptRequest keptRequest;
    private final KeptResponse keptResponse;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean started;

    /** A dispatch is under way: what comes to a filter of ours meanwhile, mapped twice say, is a part of it. */
    private volatile boolean inside;

    private volatile boolean wentAsync;
    private volatile boolean inDoubt;
    private volatile @Nullable AsyncRun async;
    private volatile @Nullable IOException unsendable;
    private volatile @Nullable Throwable failure;

    private Running(
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response,
            boolean readBefore,
            @Nullable String errorPage) {
        this.exchange = exchange;
        this.response = response;
        this.errorPage = errorPage;
        this.keptRequest = new KeptRequest(request, exchange.body(), readBefore);
        this.keptResponse = new KeptResponse(response, exchange, keptRequest);
        keptRequest.asyncBy(this::goAsync);
        keptRequest.forwardBy(keptResponse::forwarded);
        keptRequest.callbacks().until(ended::get);
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

    void start(FilterChain chain) throws IOException, ServletException {
        started = true;
        if (exchange.isTransacted()) {
            transact(chain);
        } else {
            goOn(keptRequest, keptResponse, chain);
        }
    }

    private void transact(FilterChain chain) throws IOException, ServletException {
        // Whatever else is dispatched within this request, a forward say, is a part of this run.
        ended.set(true);
        try (KeptResponse kept = keptResponse) {
            TransactedHandler handler = new TransactedHandler(chain, keptRequest, kept, errorPage);
            Optional<HttpAnswer> answer = handler.run(exchange.marks());
            if (answer.isPresent()) {
                Replies.send(response, answer.get());
            } else {
                endDeparted();
            }
        }
    }

    /** Its dispatch has ended elsewhere: a filter in front has answered, or this one is not mapped for it (T16). */
    void neverStarted() {
        if (!started && giveUp()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a retry that waited was dispatched to run, and did not come back to the idempotency filter: its key"
                            + " is in doubt; map the filter for ASYNC dispatches");
        }
    }

    /** The first dispatch, or a later one of an asynchronous request; also a forward that the filter is mapped to. */
    void goOn(ServletRequest request, ServletResponse given, FilterChain chain) throws IOException, ServletException {
        if (!started) {
            // A retry that has waited, and was dispatched to run.
            start(chain);
            return;
        }
        IOException lost = unsendable;
        if (lost != null && request.getDispatcherType() == DispatcherType.ASYNC) {
            throw lost;
        }
        AsyncRun before = async;
        if (before != null && before.isHungUp() && ended.get()) {
            // It has been rendered for nobody to read; a handler that is dispatched once more would run once more.
            return;
        }
        boolean forwarded = request != keptRequest && request.getDispatcherType() != DispatcherType.ASYNC;
        if (inside || forwarded || ended.get()) {
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
            if (!fail(e)) {
                throw e;
            }
        } finally {
            inside = false;
            leave();
        }
        if (!wentAsync) {
            end();
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
            throw new IllegalStateException("the operation " + context().operation()
                    + " runs in a transaction, which is one thread's: its handler cannot go asynchronous");
        }
        AsyncRun run = async == null ? new AsyncRun(this, keptRequest, keptResponse) : async;
        async = run;
        AsyncContext context = keptRequest.getRequest().startAsync(request, given == null ? keptResponse : given);
        run.open();
        wentAsync = true;
        context.addListener(run);
        return new KeptAsyncContext(context, run);
    }

    /** The answer is complete: ends the exchange, waits until that is recorded, and sends what may be sent. */
    void end() throws IOException {
        if (ended.compareAndSet(false, true)) {
            try (KeptResponse answered = keptResponse) {
                HttpAnswer own = ownAnswer(answered);
                deliver(own, ending(own).toCompletableFuture().join());
            } catch (RuntimeException | Error e) {
                unsendable(new IOException("the answer could not be completed", e));
                throw e;
            }
        }
    }

    /** A handler whose answer cannot be read has done something all the same. */
    private HttpAnswer ownAnswer(KeptResponse answered) throws IOException {
        try {
            return answered.finish(keptRequest, errorPage);
        } catch (Error e) {
            exchange.threw(e).toCompletableFuture().join();
            throw e;
        } catch (IOException | ServletException | RuntimeException e) {
            exchange.threw(e).toCompletableFuture().join();
            throw unsendable(
                    e instanceof IOException io ? io : new IOException("the answer could not be completed", e));
        }
    }

    /** The container is to be told by an exception, which makes it an error page, or a broken connection. */
    private IOException unsendable(IOException reason) {
        unsendable = reason;
        return reason;
    }

    boolean isUnsendable() {
        return unsendable != null;
    }

    private CompletionStage<Sending> ending(HttpAnswer own) {
        Throwable known = failure;
        if (known != null) {
            return exchange.threw(known);
        }
        try {
            return inDoubt ? exchange.doubted() : keptResponse.end(own);
        } catch (Error e) {
            // No memory to save it with, for example: no reason to leave a zombie (T16).
            exchange.threw(e);
            throw e;
        }
    }

    private void deliver(HttpAnswer own, Sending sending) throws IOException {
        AsyncRun run = async;
        if (run != null && run.isUnanswerable()) {
            return;
        }
        if (keptResponse.departs(sending)) {
            endDeparted();
        } else {
            Replies.send(response, sending.or(own.with(exchange.marks())));
        }
    }

    private void endDeparted() throws IOException {
        keptResponse.flushDeparted();
        if (keptResponse.isBroken()) {
            throw unsendable(new IOException("a part of the answer is lost, and the rest must not pass for the whole"));
        }
    }

    /** An uncaught exception: in doubt, whatever page the container renders; true when a saved answer was sent instead. */
    private boolean fail(Throwable thrown) throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        try (KeptResponse unsent = keptResponse) {
            Sending sending = exchange.threw(thrown).toCompletableFuture().join();
            if (!(sending instanceof Sending.Instead instead) || unsent.hasDeparted()) {
                return false;
            }
            Replies.send(response, instead.answer());
            return true;
        }
    }

    /** It ends badly, and whatever is answered then, its outcome is unknown. */
    void doubt(@Nullable Throwable why) {
        inDoubt = true;
        if (why == null) {
            exchange.doubted();
        } else {
            failure = why;
            exchange.threw(why);
        }
    }

    boolean isInDoubt() {
        return inDoubt;
    }

    boolean hasEnded() {
        return ended.get();
    }

    /** Nobody will ever render what the handler has prepared (T16); false where the run has ended otherwise. */
    boolean giveUp() {
        boolean first = ended.compareAndSet(false, true);
        if (first) {
            exchange.doubted();
            keptResponse.close();
        }
        return first;
    }

    /** What was to be rendered for nobody to read could not be. */
    void threw(Throwable thrown) {
        if (ended.compareAndSet(false, true)) {
            exchange.threw(thrown);
            keptResponse.close();
        }
    }

    /** After a time-out or an error, or a dispatch that bypassed us. */
    void completedByContainer() {
        if (giveUp() && !inDoubt) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "an asynchronous request was dispatched past the idempotency filter: its answer could not be saved,"
                            + " and its key is in doubt; map the filter for ASYNC dispatches");
        }
    }
}
