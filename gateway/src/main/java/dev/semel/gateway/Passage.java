// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Dialect;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An unprotected request: streams through, in both directions, and is kept nowhere. */
final class Passage {

    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "OPTIONS");

    private final HttpServerRequest arrived;
    private final HttpServerResponse response;
    private final Upstream upstream;
    private final Dialect dialect;
    private Deadlines.@Nullable Deadline deadline;
    private @Nullable Relay upload;
    private boolean over;

    Passage(HttpServerRequest arrived, Upstream upstream, Dialect dialect) {
        this.arrived = arrived;
        this.response = arrived.response();
        this.upstream = upstream;
        this.dialect = dialect;
    }

    /** Its body, where it does not say how long it is, is counted as it passes, if it has a limit. */
    void begin(Calls calls, OptionalLong bodyLimit) {
        Deadlines deadlines = calls.deadlines(upstream);
        long limit = bodyLimit.orElse(Long.MAX_VALUE);
        calls.begin(arrived, upstream)
                .onSuccess(request -> send(request, deadlines, limit))
                .onFailure(failure -> {
                    arrived.resume();
                    Reply.send(response, dialect.answer(Trouble.UNREACHABLE));
                });
    }

    /** The body was taken before anybody could know that the request is not protected. */
    void begin(Calls calls, BodyBuffer body, Context context) {
        Deadlines deadlines = calls.deadlines(upstream);
        calls.begin(arrived, upstream)
                .onSuccess(request -> {
                    if (!begins(request)) {
                        body.close();
                        return;
                    }
                    begun(request, deadlines);
                    request.response()
                            .onComplete(over -> body.close())
                            .onSuccess(this::pass)
                            .onFailure(this::broke);
                    new BodySender(request, context).send(body);
                })
                .onFailure(failure -> {
                    body.close();
                    Reply.send(response, dialect.answer(Trouble.UNREACHABLE));
                });
    }

    /** From now on the upstream is waited for. The head of an answer must be there in time; what then streams may take as long as it likes. */
    private void begun(HttpClientRequest request, Deadlines deadlines) {
        notBegun();
        if (!over) {
            deadline = deadlines.set(() -> {
                Refusal.send(arrived, dialect.answer(Trouble.TIMEOUT));
                request.reset();
            });
        }
    }

    /** It is the client that is waited for, whose time others watch. */
    private void notBegun() {
        if (deadline != null) {
            deadline.cancel();
        }
    }

    private void over() {
        over = true;
        notBegun();
    }

    /** From now on its work ends when its client goes. False where nobody waits for it already: that was told before there was anything to end. */
    private boolean begins(HttpClientRequest request) {
        if (isAnswered()) {
            request.reset();
            return false;
        }
        response.closeHandler(gone -> {
            over();
            request.reset();
        });
        return true;
    }

    private boolean isAnswered() {
        return response.ended() || response.closed();
    }

    private void send(HttpClientRequest request, Deadlines deadlines, long limit) {
        if (!begins(request)) {
            return;
        }
        if (isWithoutBody()) {
            begun(request, deadlines);
            arrived.resume();
            request.send().onSuccess(this::pass).onFailure(this::broke);
        } else {
            request.setChunked(request.headers().get("Content-Length") == null);
            request.response().onSuccess(this::pass).onFailure(this::broke);
            // A body that breaks off must not end as if it were whole.
            Relay body = new Relay(arrived, arrived.headers(), request);
            upload = body;
            response.endHandler(answered -> forgetRest());
            body.upTo(limit, () -> tooLarge(request))
                    .waiting(() -> begun(request, deadlines), this::notBegun)
                    .begin(request::reset);
            arrived.resume();
        }
    }

    /** The upstream has answered without it. The client has the answer, but may not look for it before it has sent the rest. */
    private void forgetRest() {
        if (upload == null || upload.isOver()) {
            return;
        }
        upload.stop();
        if (arrived.version() == HttpVersion.HTTP_2) {
            response.reset(Refusal.NO_ERROR);
        } else {
            Malformed.linger(arrived);
        }
    }

    /** The upstream sees a request that was broken off, and not a shorter one. */
    private void tooLarge(HttpClientRequest request) {
        over();
        if (response.headWritten()) {
            cutOff();
        } else {
            Refusal.send(arrived, dialect.answer(Trouble.TOO_LARGE));
        }
        request.reset();
    }

    /** HTTP/1.1 says it in the head; over HTTP/2 only those methods have none for certain enough. */
    private boolean isWithoutBody() {
        boolean unannounced = !arrived.headers().contains("Content-Length")
                && !arrived.headers().contains("Transfer-Encoding");
        return unannounced
                && (arrived.version() != HttpVersion.HTTP_2
                        || BODILESS.contains(arrived.method().name()));
    }

    void pass(HttpClientResponse answer) {
        over();
        if (isAnswered()) {
            answer.request().reset();
            return;
        }
        if (!Interim.isAnswer(answer.statusCode())) {
            Reply.send(response, dialect.answer(Trouble.FAILED));
            answer.request().reset();
            return;
        }
        response.setStatusCode(answer.statusCode());
        EndToEnd.copy(answer.headers(), response.headers());
        if (response.headers().get("Content-Length") == null && OpenEnd.isByConnection(arrived)) {
            response.endHandler(answered -> {
                forgetRest();
                OpenEnd.close(arrived);
            });
        }
        response.closeHandler(gone -> answer.request().reset());
        new Relay(answer, answer.headers(), response).begin(this::cutOff);
    }

    void broke(Throwable failure) {
        over();
        if (response.headWritten()) {
            cutOff();
        } else {
            Reply.send(response, dialect.answer(Trouble.of(failure)));
        }
    }

    /** The client must not take a part for the whole. */
    private void cutOff() {
        if (!isAnswered()) {
            response.reset();
        }
    }
}
