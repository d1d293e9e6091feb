// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.Execution;
import dev.semel.http.RequestWatch;
import dev.semel.state.Reason;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The span of one admission and, where that is a run, of the run: it ends once, with the first of the two that is the last. Its
 * attributes are words from short lists, as in docs/tracing.md. Safe for use by several threads.
 */
final class OperationSpan {

    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("semel.operation");
    private static final AttributeKey<String> KEY = AttributeKey.stringKey("semel.key.hash");
    private static final AttributeKey<String> DECISION = AttributeKey.stringKey("semel.decision");
    private static final AttributeKey<String> CAUSE = AttributeKey.stringKey("semel.cause");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("semel.attempt");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("semel.reason");
    private static final AttributeKey<String> ENDING = AttributeKey.stringKey("semel.ending");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    /** What somebody should look at. A conflict or a mismatch is the client's affair. */
    private static final Map<String, String> DECISION_ERRORS = Map.of(
            "unavailable", "it could not be decided who runs: nothing ran",
            "held", "nobody knows what an attempt did: it is held until somebody settles it");

    private static final Map<String, String> ENDING_ERRORS = Map.of(
            "in-doubt", "nobody knows what the attempt did",
            "lost", "another attempt took over: this one's answer does not count",
            "threw", "the handler failed");

    private final Span span;
    private final Context context;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean running;
    private volatile boolean unprotected;
    private boolean gone;
    private boolean worked;

    private OperationSpan(Span span, Context context) {
        this.span = span;
        this.context = context;
    }

    static OperationSpan begin(Tracer tracer, Context parent, String operation) {
        Span span = tracer.spanBuilder("semel " + operation)
                .setParent(parent)
                .setAttribute(OPERATION, operation)
                .startSpan();
        return new OperationSpan(span, parent.with(span));
    }

    boolean isRecording() {
        return span.isRecording();
    }

    /** What the work opens is below this span. */
    <T> T within(Callable<T> work) throws Exception {
        return context.wrap(work).call();
    }

    void key(Supplier<String> hash) {
        if (isRecording()) {
            span.setAttribute(KEY, hash.get());
        }
    }

    /** As a {@code traceparent}; empty where nobody keeps the span, since nothing can be found there. */
    Optional<String> trace() {
        SpanContext found = span.getSpanContext();
        return found.isSampled()
                ? Optional.of("00-" + found.getTraceId() + "-" + found.getSpanId() + "-"
                        + found.getTraceFlags().asHex())
                : Optional.empty();
    }

    void replays(String original) {
        String[] parts = original.split("-", -1);
        SpanContext found = SpanContext.createFromRemoteParent(
                parts[1], parts[2], TraceFlags.fromHex(parts[3], 0), TraceState.getDefault());
        if (found.isValid()) {
            span.addLink(found);
        }
    }

    void runs(int attempt, Reason reason) {
        running = true;
        span.setAttribute(DECISION, "run");
        span.setAttribute(ATTEMPT, (long) attempt);
        span.setAttribute(REASON, reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        span.addEvent("admitted");
    }

    void refuses(String cause) {
        span.setAttribute(CAUSE, cause);
    }

    void lost() {
        span.addEvent("ownership lost");
    }

    /** What runs ends later. */
    void decided(String decision) {
        unprotected = decision.equals("unprotected");
        span.setAttribute(DECISION, decision);
        if (!running) {
            end(DECISION_ERRORS.get(decision), decision);
        }
    }

    void finished(String said) {
        String ending = unprotected ? "unprotected" : said;
        span.setAttribute(ENDING, ending);
        if (ending.equals("unrecorded")) {
            span.addEvent("completion not confirmed in time");
        }
        end(ENDING_ERRORS.get(ending), ending);
    }

    /** What an execution tells of itself: how it was recorded is not among it. */
    void executed(Execution execution) {
        if (execution instanceof Execution.Answered answered && !answered.replayed()) {
            finished(answered.success() ? "completed" : "failed");
        } else if (execution instanceof Execution.Released) {
            finished("released");
        } else if (execution instanceof Execution.InDoubt) {
            finished("in-doubt");
        } else if (running) {
            finished("lost");
        } else if (execution instanceof Execution.NotRun notRun) {
            RequestWatch.tell(new WatchedRequest(this), notRun.admission());
        } else {
            decided("replay");
        }
    }

    /** Nobody waits any more. What runs goes on (R18), and so does its span. */
    synchronized void gone() {
        gone = true;
        if (!running) {
            decided("gone");
        } else if (worked) {
            finished("gone");
        }
    }

    /** The handler has done its part. Whoever waits for it says how that ended; else nobody does. */
    synchronized void worked() {
        worked = true;
        if (gone) {
            finished("gone");
        }
    }

    /** Only the kind of the failure is shown: its message may be about a payload (R27). */
    void threw(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable thrown = failure instanceof CompletionException && cause != null ? cause : failure;
        span.setAttribute(ENDING, "threw");
        end(ENDING_ERRORS.get("threw"), thrown.getClass().getName());
    }

    private void end(@Nullable String error, String type) {
        if (over.compareAndSet(false, true)) {
            if (error != null) {
                span.setStatus(StatusCode.ERROR, error);
                span.setAttribute(ERROR, type);
            }
            span.end();
        }
    }
}
