// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Sending;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a handler's run ends: what becomes of its exchange, and what is sent when that is recorded. There is one ending, and the
 * first one counts. Safe for use by several threads.
 */
final class Ending {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final Exchange exchange;
    private final HttpServletResponse response;
    private final @Nullable String errorPage;
    private final KeptRequest keptRequest;
    private final KeptResponse keptResponse;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean inDoubt;
    private volatile BooleanSupplier unanswerable = () -> false;
    private volatile @Nullable IOException unsendable;
    private volatile @Nullable Throwable failure;

    Ending(
            Exchange exchange,
            HttpServletResponse response,
            @Nullable String errorPage,
            KeptRequest keptRequest,
            KeptResponse keptResponse) {
        this.exchange = exchange;
        this.response = response;
        this.errorPage = errorPage;
        this.keptRequest = keptRequest;
        this.keptResponse = keptResponse;
    }

    /** Nothing is sent when this says so: nobody is there to send to. */
    void unless(BooleanSupplier nobodyIsThere) {
        unanswerable = nobodyIsThere;
    }

    boolean hasEnded() {
        return ended.get();
    }

    boolean isInDoubt() {
        return inDoubt;
    }

    /** Why the answer could not be sent as it is, for the container to hear in the dispatch that follows; null where it could. */
    @Nullable
    IOException unsendable() {
        return unsendable;
    }

    /** Runs the whole handler in its transaction, which ends the exchange, and sends what may be sent. */
    void transact(FilterChain chain) throws IOException {
        // Whatever else is dispatched within this request, a forward say, is a part of this run.
        ended.set(true);
        try (KeptResponse kept = keptResponse) {
            TransactedHandler handler = new TransactedHandler(chain, keptRequest, kept, errorPage, () -> failure);
            Optional<HttpAnswer> answer = handler.run(exchange.marks());
            if (answer.isPresent()) {
                Replies.send(response, answer.get());
            } else {
                endDeparted();
            }
        }
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
        if (unanswerable.getAsBoolean()) {
            return;
        }
        if (keptResponse.departs(sending)) {
            endDeparted();
        } else {
            Replies.send(response, keptResponse.toSend(sending, own.with(exchange.marks())));
        }
    }

    private void endDeparted() throws IOException {
        keptResponse.flushDeparted();
        if (keptResponse.isBroken()) {
            throw unsendable(new IOException("a part of the answer is lost, and the rest must not pass for the whole"));
        }
    }

    /** An uncaught exception: in doubt, whatever page the container renders; true when a saved answer was sent instead. */
    boolean fail(Throwable thrown) throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        try (KeptResponse unsent = keptResponse) {
            Sending sending = exchange.threw(thrown).toCompletableFuture().join();
            if (!(sending instanceof Sending.Instead instead) || unsent.hasDeparted()) {
                return false;
            }
            Replies.send(response, unsent.toSend(instead, instead.answer()));
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

    /** Its answer says nothing of this, and is sent all the same where it has begun to leave. */
    void failedLate(Throwable why) {
        failure = why;
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
