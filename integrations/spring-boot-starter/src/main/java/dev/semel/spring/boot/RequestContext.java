// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import dev.semel.state.History;
import dev.semel.state.Reason;

/** The attempt of a request. */
record RequestContext(HttpContext request) implements IdempotencyContext {

    @Override
    public String operation() {
        return request.operation();
    }

    @Override
    public int attempt() {
        return request.attempt();
    }

    @Override
    public Reason reason() {
        return request.reason();
    }

    @Override
    public History history() {
        return request.history();
    }

    @Override
    public boolean isOwner() {
        return request.isOwner();
    }

    @Override
    public boolean isDegraded() {
        return request.isDegraded();
    }

    @Override
    public void onLost(Runnable signal) {
        request.onLost(signal);
    }
}
