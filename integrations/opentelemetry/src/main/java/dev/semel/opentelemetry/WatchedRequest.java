// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.http.RequestWatch;
import dev.semel.state.Reason;
import java.util.Optional;

/** A request that has a span. */
final class WatchedRequest implements RequestWatch {

    private final OperationSpan span;

    WatchedRequest(OperationSpan span) {
        this.span = span;
    }

    @Override
    public Optional<String> trace() {
        return span.trace();
    }

    @Override
    public void replays(String original) {
        span.replays(original);
    }

    @Override
    public void runs(int attempt, Reason reason) {
        span.runs(attempt, reason);
    }

    @Override
    public void refuses(String cause) {
        span.refuses(cause);
    }

    @Override
    public void lost() {
        span.lost();
    }

    @Override
    public void ended(String outcome) {
        span.decided(outcome);
    }

    @Override
    public void finished(String ending) {
        span.finished(ending);
    }
}
