// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.key.InvalidKeyException;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StalePlaceException;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * What operators see of the records, and how they settle them: a page and a JSON API below one path, for whoever mounts it. Safe
 * for use by several threads; a call does not wait for the store.
 *
 * <pre>{@code
 * Console console = Console.builder(store).access(() -> access).statistics(statistics).build();
 * console.handle(request).thenAccept(answer -> send(answer));
 * }</pre>
 */
public final class Console {

    private static final System.Logger LOG = System.getLogger("dev.semel.console");

    /** Nothing from elsewhere, nothing inline, and nobody puts it into a frame. */
    private static final Headers SAFE = Headers.of(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
            .and("X-Content-Type-Options", "nosniff")
            .and("X-Frame-Options", "DENY")
            .and("Referrer-Policy", "no-referrer")
            .and("Cross-Origin-Opener-Policy", "same-origin")
            .and("Cross-Origin-Resource-Policy", "same-origin");

    private final Api api;

    Console(ConsoleBuilder settings) {
        this.api = new Api(settings);
    }

    /** Begins a console of the records in this store. */
    public static ConsoleBuilder builder(IdempotencyStore store) {
        return new ConsoleBuilder(store);
    }

    /**
     * How many bytes the body of a request may have, by its head alone; whoever mounts the console reads no more. A few KiB: only
     * who may settle brings an answer of some size.
     *
     * @param request the request, without its body
     */
    public int bodyLimit(ConsoleRequest request) {
        return api.bodyLimit(request);
    }

    /**
     * The answer to a request whose body is larger than that.
     *
     * @param request the request, without its body
     */
    public CompletionStage<HttpAnswer> tooLarge(ConsoleRequest request) {
        return answered(() -> {
            // Who may not be here learns that, and not how large a body may be.
            api.admit(request);
            throw new Refusal(Refusal.Kind.TOO_LARGE, "the body is larger than it needs to be");
        });
    }

    /** Answers a request; the stage never fails. */
    public CompletionStage<HttpAnswer> handle(ConsoleRequest request) {
        return answered(() -> api.handle(request));
    }

    private static CompletionStage<HttpAnswer> answered(Supplier<CompletionStage<HttpAnswer>> made) {
        CompletionStage<HttpAnswer> answer;
        try {
            answer = made.get();
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.exceptionally(failure -> problem(refusal(failure))).thenApply(safe -> safe.with(SAFE));
    }

    private static Refusal refusal(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal) {
            return refusal;
        }
        if (cause instanceof InvalidValueException || cause instanceof InvalidKeyException) {
            return Refusal.invalid(cause.getMessage());
        }
        if (cause instanceof StoreUnavailableException || cause instanceof TimeoutException) {
            return Refusal.later(
                    Refusal.Kind.UNAVAILABLE,
                    "the store does not answer, so that nobody knows; look again before you repeat a settlement",
                    Duration.ofSeconds(2));
        }
        if (cause instanceof RejectedExecutionException) {
            return Refusal.later(Refusal.Kind.UNAVAILABLE, "too much is under way here", Duration.ofSeconds(1));
        }
        if (cause instanceof UnreadableRecordException) {
            return new Refusal(
                    Refusal.Kind.UNREADABLE, "a record cannot be read, and is left as it is: " + cause.getMessage());
        }
        if (cause instanceof StalePlaceException) {
            return new Refusal(
                    Refusal.Kind.STALE_REFERENCE,
                    "the store's servers are others than at the page before, and records could be missed: search again");
        }
        // Its message may show what must not be shown (R27).
        LOG.log(
                System.Logger.Level.ERROR,
                "a request failed: {0}",
                cause.getClass().getName());
        return new Refusal(Refusal.Kind.FAILED, "something failed that nobody expected; the log names it");
    }

    static HttpAnswer problem(Refusal refusal) {
        Headers headers = Headers.of("Content-Type", "application/problem+json").and("Cache-Control", "no-store");
        Object wait = refusal.retryAfter();
        return HttpAnswer.owning(
                refusal.kind().status(),
                wait == null ? headers : headers.and("Retry-After", wait.toString()),
                Json.write(refusal.body()));
    }
}
