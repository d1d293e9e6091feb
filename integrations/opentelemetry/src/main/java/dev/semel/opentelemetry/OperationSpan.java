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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The span of one admission and, where that is a run, of the run: it ends once, with the first of the two that is the last. Its
 * attributes are words from short lists, as in docs/tracing.md. A tracing system that fails hurts nobody. Safe for use by several threads.
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

    private static final System.Logger LOG = System.getLogger("dev.semel");

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

    /** Where the tracing system fails there is no span, and nobody is the worse for it. */
    static OperationSpan begin(Tracer tracer, Context parent, String operation) {
        try {
            Span span = tracer.spanBuilder("semel " + operation)
                    .setParent(parent)
                    .setAttribute(OPERATION, operation)
                    .startSpan();
            return new OperationSpan(span, parent.with(span));
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return new OperationSpan(Span.getInvalid(), parent);
        }
    }

    private void say(Consumer<Span> word) {
        try {
            word.accept(span);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
    }

    private static void failed(Throwable e) {
        // Its message may show what must not be shown (R27).
        LOG.log(System.Logger.Level.WARNING, "a span failed: {0}", e.getClass().getName());
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
            say(to -> to.setAttribute(KEY, hash.get()));
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
            say(to -> to.addLink(found));
        }
    }

    void runs(int attempt, Reason reason) {
        running = true;
        say(to -> to.setAttribute(DECISION, "run")
                .setAttribute(ATTEMPT, (long) attempt)
                .setAttribute(REASON, reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .addEvent("admitted"));
    }

    void refuses(String cause) {
        say(to -> to.setAttribute(CAUSE, cause));
    }

    void lost() {
        say(to -> to.addEvent("ownership lost"));
    }

    /** What runs ends later. */
    void decided(String decision) {
        unprotected = decision.equals("unprotected");
        say(to -> to.setAttribute(DECISION, decision));
        if (!running) {
            end(DECISION_ERRORS.get(decision), decision);
        }
    }

    void finished(String said) {
        String ending = unprotected ? "unprotected" : said;
        say(to -> to.setAttribute(ENDING, ending));
        if (ending.equals("unrecorded")) {
            say(to -> to.addEvent("completion not confirmed in time"));
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
        say(to -> to.setAttribute(ENDING, "threw"));
        end(ENDING_ERRORS.get("threw"), thrown.getClass().getName());
    }

    private void end(@Nullable String error, String type) {
        if (over.compareAndSet(false, true)) {
            if (error != null) {
                say(to -> to.setStatus(StatusCode.ERROR, error).setAttribute(ERROR, type));
            }
            say(Span::end);
        }
    }
}
