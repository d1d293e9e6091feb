// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAdmission;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A retry that waits for the first request's answer, asynchronously: no thread of the container waits with it (R28). What
 * becomes of it is sent from a thread of the container's, since a slow client may take its time.
 */
final class Waiting extends QuietAsyncListener {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final CompletableFuture<HttpAdmission> admission;
    private final HttpServletResponse response;
    private final AsyncContext context;
    private final Intake intake;
    private final @Nullable Function<Exchange, Running> runner;
    private final HungUp hungUp = new HungUp();

    /** Who says how it ended, the first of all: the one who sends an answer, or who heard that the client has gone. */
    private final AtomicReference<@Nullable Thread> teller = new AtomicReference<>();

    private volatile @Nullable Running dispatched;

    private Waiting(
            CompletableFuture<HttpAdmission> admission,
            HttpServletRequest request,
            HttpServletResponse response,
            Intake intake,
            @Nullable Function<Exchange, Running> runner) {
        this.admission = admission;
        this.response = response;
        this.intake = intake;
        this.runner = runner;
        this.context = request.startAsync(request, response);
    }

    /**
     * Leaves the container's thread alone until the admission is there.
     *
     * @param intake says what a retry is told when what was decided for it cannot be done
     * @param runner gets the exchange ready that is to run in a dispatch; without one no retry runs that has waited
     */
    static void begin(
            CompletableFuture<HttpAdmission> admission,
            HttpServletRequest request,
            HttpServletResponse response,
            Intake intake,
            @Nullable Function<Exchange, Running> runner) {
        Waiting waiting;
        try {
            waiting = new Waiting(admission, request, response, intake, runner);
        } catch (RuntimeException | Error e) {
            // Not possible here after all: nobody waits, and nothing stays behind.
            admission.cancel(false);
            throw e;
        }
        // The operation's own deadline bounds the wait.
        waiting.context.setTimeout(0);
        waiting.context.addListener(waiting);
        CompletableFuture<HttpAdmission> unused = admission.whenComplete((known, failure) -> {
            if (failure == null) {
                waiting.onAdmitted(known);
            } else {
                waiting.onFailure(failure);
            }
        });
    }

    private void onAdmitted(HttpAdmission known) {
        try {
            context.start(() -> act(known));
        } catch (RuntimeException full) {
            // The container takes no more work: better on this thread than not at all.
            act(known);
        }
    }

    private boolean isFirst() {
        return teller.compareAndSet(null, Thread.currentThread());
    }

    private void act(HttpAdmission known) {
        if (!isFirst()) {
            giveBack(known);
            return;
        }
        try {
            if (runner != null && known instanceof HttpAdmission.Run run) {
                dispatched = runner.apply(run.exchange());
                hungUp.end();
                context.dispatch();
            } else {
                send(known.match(new Answering()));
                complete();
            }
        } catch (RuntimeException | Error e) {
            giveBack(known);
            fail(e);
        }
    }

    /** No memory to read the saved answer with, for example; the client is still there, unless it was the one to cancel. */
    private void onFailure(Throwable failure) {
        if (isFirst()) {
            fail(failure);
        }
    }

    /** Whoever holds the request ends it itself. */
    private void complete() {
        if (!hungUp.end()) {
            context.complete();
        }
    }

    private void send(HttpAnswer answer) {
        try {
            Replies.send(response, intake, answer);
        } catch (IOException gone) {
            // The client has hung up; the answer stays for its next retry.
        }
    }

    /** Never an empty 200, which a client would take for a success. */
    private void fail(Throwable failure) {
        LOG.log(
                System.Logger.Level.WARNING,
                "a retry that waited could not be answered: {0}",
                failure.getClass().getName());
        try {
            if (!response.isCommitted()) {
                response.reset();
                send(intake.overloaded());
            }
            complete();
        } catch (IllegalStateException ended) {
            // The container has ended the request itself.
            hungUp.end();
        }
    }

    private void giveBack(HttpAdmission known) {
        intake.sent();
        if (known instanceof HttpAdmission.Run run) {
            run.exchange().released();
        }
    }

    /**
     * The client has gone: its place is free for another. While it is being answered this waits for that: when it returns the container
     * gives the response to another request, and this answer must not be in it.
     */
    @Override
    public void onError(AsyncEvent event) {
        if (isFirst()) {
            hungUp.end();
            admission.cancel(false);
        } else if (teller.get() != Thread.currentThread()) {
            hungUp.awaitEnd();
            hungUp.letGo();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        onError(event);
        Running running = dispatched;
        if (running != null) {
            running.neverStarted();
        }
    }

    /** What a retry that waited is told. */
    private static final class Answering implements HttpAdmission.Cases<HttpAnswer> {

        @Override
        public HttpAnswer passThrough() {
            throw new IllegalStateException("a request without a key does not wait");
        }

        @Override
        public HttpAnswer answer(HttpAnswer answer) {
            return answer;
        }

        /** The first request has come to nothing, and this one may not run here: the client's next retry will. */
        @Override
        public HttpAnswer run(Exchange exchange) {
            return exchange.retryLater();
        }
    }
}
