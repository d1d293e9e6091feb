// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.console.Console;
import dev.semel.console.ConsoleRequest;
import dev.semel.http.HttpAnswer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The console on the admin listener. Used on its event loop. */
final class ConsoleMount implements Handler<HttpServerRequest> {

    private final Console console;
    private final String path;

    ConsoleMount(Console console, String path) {
        this.console = console;
        this.path = path;
    }

    @Override
    public void handle(HttpServerRequest request) {
        String asked = Objects.requireNonNullElse(request.path(), "");
        if (!asked.startsWith(path)) {
            request.response().setStatusCode(308).putHeader("Location", path).end();
            return;
        }
        String below = asked.substring(path.length());
        int limit = console.bodyLimit(asked(request, below, Buffer.buffer()));
        if (announced(request) > limit) {
            refuse(request, below);
            return;
        }
        Buffer body = Buffer.buffer();
        request.handler(part -> {
            if (body.length() + part.length() > limit) {
                request.handler(null).endHandler(null);
                refuse(request, below);
            } else {
                body.appendBuffer(part);
            }
        });
        request.endHandler(end -> answer(request, console.handle(asked(request, below, body))));
    }

    /** What the head says; chunks are counted as they come. */
    private static long announced(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        return length == null ? 0 : Long.parseLong(length);
    }

    private void refuse(HttpServerRequest request, String below) {
        // What still comes of the body is dropped: closing at once could take the answer away from who is still
        // sending.
        request.response().putHeader("Connection", "close");
        answer(request, console.tooLarge(asked(request, below, Buffer.buffer())));
    }

    private static ConsoleRequest asked(HttpServerRequest request, String below, Buffer body) {
        ConsoleRequest asked = new ConsoleRequest(
                new AdminHead(request),
                below.replaceFirst("^/+", ""),
                body.getBytes(),
                address(request),
                request.isSSL());
        // What nginx speaks to what is behind it unless it is told otherwise, and it says nothing else of itself.
        return request.version() == HttpVersion.HTTP_1_0 ? asked.asRelayed() : asked;
    }

    private static void answer(HttpServerRequest request, CompletionStage<HttpAnswer> answered) {
        Context context = Vertx.currentContext();
        Future.fromCompletionStage(answered, context).onSuccess(answer -> send(request, answer));
    }

    private static String address(HttpServerRequest request) {
        return request.remoteAddress() == null
                ? ""
                : Objects.requireNonNullElse(request.remoteAddress().hostAddress(), "");
    }

    private static void send(HttpServerRequest request, HttpAnswer answer) {
        HttpServerResponse response = request.response();
        if (response.closed() || response.ended()) {
            return;
        }
        response.setStatusCode(answer.status());
        answer.headers().forEach(header -> response.headers().add(header.name(), header.value()));
        Buffer body = Buffer.buffer(answer.toBytes());
        if (answer.status() != 304) {
            response.putHeader("Content-Length", Integer.toString(body.length()));
        }
        if (HttpMethod.HEAD.equals(request.method()) || answer.status() == 304) {
            response.end();
        } else {
            response.end(body);
        }
    }
}
