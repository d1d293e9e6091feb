// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.Problem;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetSocket;
import org.jspecify.annotations.Nullable;

/** A connection that changes its protocol, as for WebSocket: once the upstream has agreed, bytes pass in both directions. */
final class Tunnel {

    private static final int SWITCHING = 101;

    private final HttpServerRequest arrived;
    private final Upstream upstream;
    private final Dialect dialect;

    Tunnel(HttpServerRequest arrived, Upstream upstream, Dialect dialect) {
        this.arrived = arrived;
        this.upstream = upstream;
        this.dialect = dialect;
    }

    /**
     * Whether a client wants another protocol than HTTP, whose own upgrades are the listener's affair. Only where it asks for nothing
     * else: others say what they could speak along with any request, and the request is what they want (RFC 9110, section 7.8).
     */
    static boolean isAskedFor(HttpServerRequest request) {
        String protocol = request.headers().get(HttpHeaders.UPGRADE);
        return protocol != null
                && request.version() == HttpVersion.HTTP_1_1
                && HttpMethod.GET.equals(request.method())
                && isNothing(request.headers().get(HttpHeaders.CONTENT_LENGTH))
                && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                && !protocol.equalsIgnoreCase("h2c")
                && request.headers().contains(HttpHeaders.CONNECTION)
                && EndToEnd.namedByConnection(request.headers()).contains("upgrade");
    }

    private static boolean isNothing(@Nullable String length) {
        return length == null || length.equals("0");
    }

    void begin(Calls calls) {
        Deadlines deadlines = calls.deadlines(upstream);
        calls.begin(arrived, upstream)
                .onSuccess(request -> ask(request, deadlines))
                .onFailure(failure -> refuse(Trouble.UNREACHABLE));
    }

    private void refuse(Problem problem) {
        arrived.resume();
        Reply.send(arrived.response(), dialect.answer(problem));
    }

    private void ask(HttpClientRequest request, Deadlines deadlines) {
        if (arrived.response().ended() || arrived.response().closed()) {
            // The client went before there was anything to end.
            request.reset();
            return;
        }
        Deadlines.Deadline deadline = deadlines.set(() -> {
            refuse(Trouble.TIMEOUT);
            request.reset();
        });
        request.putHeader(HttpHeaders.CONNECTION, "Upgrade");
        request.putHeader(HttpHeaders.UPGRADE, arrived.headers().get(HttpHeaders.UPGRADE));
        arrived.response().closeHandler(gone -> request.reset());
        Passage refused = new Passage(arrived, upstream, dialect);
        request.connect()
                .onComplete(known -> deadline.cancel())
                .onSuccess(answer -> {
                    if (answer.statusCode() == SWITCHING) {
                        open(answer);
                    } else {
                        arrived.resume();
                        refused.pass(answer);
                    }
                })
                .onFailure(refused::broke);
    }

    private void open(HttpClientResponse answer) {
        NetSocket behind = answer.netSocket();
        behind.pause();
        HttpServerResponse response = arrived.response();
        response.closeHandler(gone -> behind.close());
        response.setStatusCode(SWITCHING);
        EndToEnd.copy(answer.headers(), response.headers());
        response.putHeader(HttpHeaders.CONNECTION, "Upgrade");
        response.putHeader(HttpHeaders.UPGRADE, answer.getHeader(HttpHeaders.UPGRADE));
        arrived.toNetSocket()
                .onSuccess(front -> {
                    // What the client has said before it goes still passes.
                    response.closeHandler(null);
                    join(front, behind);
                })
                .onFailure(gone -> behind.close());
    }

    /** Whichever side ends, the other does. */
    private static void join(NetSocket front, NetSocket behind) {
        front.pipeTo(behind).onComplete(over -> front.close());
        behind.pipeTo(front).onComplete(over -> behind.close());
    }
}
