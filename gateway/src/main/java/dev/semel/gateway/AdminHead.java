// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.RequestHead;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Objects;

/** A request of an operator. */
final class AdminHead implements RequestHead {

    private final HttpServerRequest request;

    AdminHead(HttpServerRequest request) {
        this.request = request;
    }

    @Override
    public String method() {
        return request.method().name();
    }

    @Override
    public String path() {
        return Objects.requireNonNullElse(request.path(), "");
    }

    @Override
    public String query() {
        return Objects.requireNonNullElse(request.query(), "");
    }

    /** HTTP/2 has another name for the host. */
    @Override
    public List<String> header(String name) {
        if (name.equalsIgnoreCase("Host") && request.authority() != null) {
            return List.of(request.authority().toString());
        }
        return request.headers().getAll(name);
    }
}
