// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Ticket;
import dev.semel.state.Reason;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** A watch that cannot hurt a request, and the mark that its trace leaves on a saved answer. */
final class SteadyWatch implements RequestWatch {

    static final SteadyWatch NONE = new SteadyWatch(RequestWatch.NONE);

    /** A header of saved answers alone: it is taken off before an answer is sent. */
    private static final String MARK = "Semel-Traceparent";

    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final RequestWatch watch;
    private final AtomicBoolean finished = new AtomicBoolean();

    private SteadyWatch(RequestWatch watch) {
        this.watch = watch;
    }

    static SteadyWatch begin(Watcher watcher, RequestHead head, String operation) {
        try {
            RequestWatch watch = watcher.begin(head, operation);
            return watch == RequestWatch.NONE ? NONE : new SteadyWatch(watch);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return NONE;
        }
    }

    @Override
    public Optional<String> trace() {
        try {
            return watch.trace().filter(trace -> TRACEPARENT.matcher(trace).matches());
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return Optional.empty();
        }
    }

    @Override
    public void replays(String original) {
        tell(() -> watch.replays(original));
    }

    @Override
    public void runs(int attempt, Reason reason) {
        tell(() -> watch.runs(attempt, reason));
    }

    @Override
    public void refuses(String cause) {
        tell(() -> watch.refuses(cause));
    }

    @Override
    public void lost() {
        tell(watch::lost);
    }

    @Override
    public void finished(String ending) {
        if (finished.compareAndSet(false, true)) {
            tell(() -> watch.finished(ending));
        }
    }

    @Override
    public void ended(String outcome) {
        tell(() -> watch.ended(outcome));
    }

    private static void tell(Runnable word) {
        try {
            word.run();
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
    }

    void ended(Admission admission) {
        if (watch != RequestWatch.NONE) {
            RunWords.tell(this, admission);
        }
    }

    /** How the run ended; of several endings the first counts, and it is the one that all are told. */
    void finished(Ticket ticket, Completion completion) {
        if (watch != RequestWatch.NONE) {
            RunWords.tell(this, ticket, completion);
        }
    }

    /** Refused before the engine was asked. */
    void refused(Problem problem) {
        refuses(problem.code());
        ended("refused");
    }

    /** What should have said who runs has failed itself, before the engine was asked. */
    void undecided() {
        refuses("failed");
        ended("unavailable");
    }

    /** The answer as it is saved: with the trace of the request that made it. */
    HttpAnswer marked(HttpAnswer own) {
        return watch == RequestWatch.NONE
                ? own
                : trace().map(trace -> own.with(Headers.of(MARK, trace))).orElse(own);
    }

    /** A saved answer as it is sent, whoever watched when it was made. */
    HttpAnswer unmarked(HttpAnswer saved) {
        Optional<String> original = saved.headers().first(MARK);
        if (original.isEmpty()) {
            return saved;
        }
        replays(original.get());
        Headers shown = Headers.of(
                saved.headers().lines().stream().filter(line -> !line.is(MARK)).toList());
        return HttpAnswer.owning(saved.status(), shown, saved.array());
    }

    /** Also where libraries do not fit together, as an agent's and the application's: that is nothing to the request. */
    private static void failed(Throwable e) {
        // Its message may show what must not be shown (R27).
        LOG.log(System.Logger.Level.WARNING, "a watch failed: {0}", e.getClass().getName());
    }
}
