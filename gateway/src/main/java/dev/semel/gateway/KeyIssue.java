// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import dev.semel.http.KeyDesk;
import dev.semel.http.Reception;
import dev.semel.http.Sending;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A client asks for a key: it is made here, and no upstream is asked. Used on the request's own event loop. */
final class KeyIssue implements Reception.Cases<Void> {

    private final HttpServerRequest request;
    private final KeyDesk desk;
    private final Context context;
    private final @Nullable Tally tally;

    KeyIssue(HttpServerRequest request, KeyCounter counter, Plan plan, Context context) {
        this.request = request;
        this.desk = counter.desk();
        this.context = context;
        this.tally = Tally.of(request);
        if (tally != null) {
            tally.goes(plan.meters().of(counter.path()));
        }
    }

    @Override
    public Void passThrough() {
        throw new IllegalStateException("a request for a key that nobody protects");
    }

    @Override
    public Void answer(HttpAnswer answer) {
        Refusal.send(request, answer);
        return null;
    }

    @Override
    public Void read(Intake intake) {
        new Guarded(request, intake, context, this::issue, passed -> passThrough()).read();
        return null;
    }

    private void issue(Exchange exchange) {
        if (tally != null) {
            tally.is(Outcome.RAN);
        }
        HttpAnswer own = desk.answer(exchange);
        CompletionStage<Void> unused =
                exchange.answered(own).thenAccept(sending -> Onward.on(context, () -> send(exchange, sending, own)));
    }

    private void send(Exchange exchange, Sending sending, HttpAnswer own) {
        Reply.send(request.response(), sending.or(own)).onComplete(sent -> exchange.sent());
    }
}
