// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.Exchange;
import dev.semel.http.Problem;
import dev.semel.http.Sending;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run of a protected request at its upstream. Before anything was sent it is released; after that a broken connection
 * or a timeout leaves it in doubt (R15). Whatever happens, the exchange is ended, and a client that has gone changes nothing
 * (R18). Used on the request's own event loop.
 */
final class Attempt implements Answer.Owner {

    /** Not the upstream's name: one that is renamed must still recognise the retry of a doubtful request. */
    static final String STEP = "upstream";

    /** Their hashes are made once: as plain texts they would be made for each request. */
    private static final CharSequence ATTEMPT = HttpHeaders.createOptimized("Semel-Attempt");

    private static final CharSequence KEY = HttpHeaders.createOptimized("Idempotency-Key");

    private final HttpServerRequest arrived;
    private final Exchange exchange;
    private final Route route;
    private final Dialect dialect;
    private final Context context;
    private final Calls calls;
    private Deadlines.Deadline deadline;
    private @Nullable Underway underway;
    private @Nullable HttpClientRequest sent;
    private @Nullable Answer answer;
    private boolean over;

    Attempt(HttpServerRequest arrived, Exchange exchange, Route route, Dialect dialect, Context context, Calls calls) {
        this.arrived = arrived;
        this.exchange = exchange;
        this.route = route;
        this.dialect = dialect;
        this.context = context;
        this.calls = calls;
        this.deadline = deadline();
    }

    private Deadlines.Deadline deadline() {
        return calls.deadlines(route.upstream()).set(this::timedOut);
    }

    /** It counts as one of those that are under way until it has ended, whether its client is there or not. */
    void begin(Underway others) {
        others.begins();
        underway = others;
        calls.begin(arrived, route.upstream()).onSuccess(this::send).onFailure(failure -> notSent());
    }

    private void timedOut() {
        if (sent == null) {
            notSent();
            return;
        }
        if (answer != null && answer.isHeldUpByClient()) {
            // The upstream has not been asked for more. Without the client it has as much time again for the rest.
            deadline = deadline();
            answer.desert();
            return;
        }
        doubt(Trouble.TIMEOUT);
        // Else an upstream that hangs would keep the connection, and in the end all of them.
        sent.reset();
    }

    private void notSent() {
        if (isFirstEnd()) {
            end(exchange.released(), Trouble.UNREACHABLE);
        }
    }

    private void send(HttpClientRequest request) {
        if (over) {
            request.reset();
            return;
        }
        sent = request;
        request.headers().set(ATTEMPT, Integer.toString(exchange.context().attempt()));
        if (route.forwardedKey() == Route.ForwardedKey.DERIVED) {
            request.headers().set(KEY, exchange.forwardedKey(STEP));
        }
        request.response()
                .onSuccess(answer -> answered(request, answer))
                .onFailure(failure -> doubt(Trouble.of(failure)));
        new BodySender(request, context).send(exchange.body());
    }

    private void answered(HttpClientRequest request, HttpClientResponse head) {
        if (!Interim.isAnswer(head.statusCode())) {
            doubt(Trouble.FAILED);
        }
        if (over) {
            request.reset();
            return;
        }
        answer = new Answer(arrived, exchange, head, context, this);
        answer.read();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void broke() {
        doubt(Trouble.FAILED);
    }

    private void doubt(Problem problem) {
        if (isFirstEnd()) {
            end(exchange.doubted(), problem);
        }
    }

    private boolean isFirstEnd() {
        boolean first = !over;
        over = true;
        deadline.cancel();
        return first;
    }

    private void ended() {
        if (underway != null) {
            underway.ends();
        }
    }

    /** The answer is whole, and this is how its exchange ends: however long that takes, the upstream has done its part. */
    @Override
    public void end(Runnable ending) {
        if (isFirstEnd()) {
            try {
                ending.run();
            } finally {
                ended();
            }
        }
    }

    private void end(CompletionStage<Sending> recorded, Problem problem) {
        ended();
        CompletionStage<Void> unused = recorded.thenAccept(sending -> Onward.on(context, () -> {
            if (arrived.response().headWritten() || (answer != null && answer.hasBegun())) {
                // A part of the upstream's answer has left: the client must not take it for the whole.
                exchange.sent();
                arrived.response().reset();
            } else {
                Reply.send(arrived.response(), sending.or(dialect.answer(problem)))
                        .onComplete(told -> exchange.sent());
            }
        }));
    }
}
