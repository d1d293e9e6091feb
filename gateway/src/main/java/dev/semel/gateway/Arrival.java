// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;

/** A request that is under way, and how its body gets on. Used on its event loop. */
final class Arrival {

    /** So much must arrive in each period: a byte now and then is no progress. */
    private static final int PROGRESS = 1024;

    private final HttpServerRequest request;
    private long bytes;
    private long since;

    Arrival(HttpServerRequest request, long now) {
        this.request = request;
        this.since = now;
    }

    HttpServerRequest request() {
        return request;
    }

    boolean isOver() {
        return request.response().ended() || request.response().closed();
    }

    boolean isTunnel() {
        return request.response().headWritten() && request.response().getStatusCode() == 101;
    }

    /** HTTP/1.1 says it in the head: one without is whole, also while nobody has looked for its end. */
    private boolean mayHaveBody() {
        return request.version() == HttpVersion.HTTP_2 || Refusal.hasBody(request);
    }

    boolean isSlow(long now, Duration limit) {
        if (request.isEnded() || !mayHaveBody()) {
            return false;
        }
        long read = request.bytesRead();
        if (read - bytes >= PROGRESS) {
            bytes = read;
            since = now;
        }
        return now - since > limit.toNanos();
    }
}
