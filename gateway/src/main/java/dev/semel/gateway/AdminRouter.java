// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Where the admin listener's requests go: pages to be read, and parts of it that others answer. Complete before it listens. */
final class AdminRouter implements Handler<HttpServerRequest> {

    private final Map<String, Function<HttpServerRequest, CompletionStage<Page>>> pages = new TreeMap<>();
    private final Map<String, Handler<HttpServerRequest>> parts = new TreeMap<>();

    /** A page that GET and HEAD read. */
    AdminRouter page(String path, Function<HttpServerRequest, CompletionStage<Page>> page) {
        pages.put(path, page);
        return this;
    }

    /** Everything below a path, which ends with a slash, with any method. */
    AdminRouter mount(String path, Handler<HttpServerRequest> part) {
        parts.put(path, part);
        return this;
    }

    @Override
    public void handle(HttpServerRequest request) {
        String path = Objects.requireNonNullElse(request.path(), "");
        Function<HttpServerRequest, CompletionStage<Page>> page = pages.get(path);
        if (page == null) {
            parts.entrySet().stream()
                    .filter(part -> (path + "/").startsWith(part.getKey()))
                    .findFirst()
                    .ifPresentOrElse(part -> part.getValue().handle(request), () -> send(request, nowhere()));
        } else if (HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method())) {
            read(request, page);
        } else {
            request.response().putHeader("Allow", "GET, HEAD");
            send(request, Page.text(405, "this page can be read, and nothing else: GET, HEAD"));
        }
    }

    private Page nowhere() {
        List<String> all = new ArrayList<>(parts.keySet());
        all.addAll(pages.keySet());
        return Page.text(404, "there is nothing here; there are " + String.join(", ", all));
    }

    private static void read(HttpServerRequest request, Function<HttpServerRequest, CompletionStage<Page>> page) {
        io.vertx.core.Future.fromCompletionStage(page.apply(request), io.vertx.core.Vertx.currentContext())
                .onSuccess(made -> send(request, made))
                .onFailure(failure -> send(request, Page.text(500, "this page could not be made")));
    }

    private static void send(HttpServerRequest request, Page page) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        Buffer body = Buffer.buffer(page.text());
        response.setStatusCode(page.status())
                .putHeader("Content-Type", page.type())
                .putHeader("Content-Length", Integer.toString(body.length()))
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
        if (HttpMethod.HEAD.equals(request.method())) {
            response.end();
        } else {
            response.end(body);
        }
    }
}
