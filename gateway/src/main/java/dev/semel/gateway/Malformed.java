// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Answers what is no request: says so, and ends the connection, since nobody can tell where the next one would begin. */
final class Malformed {

    private static final Duration LINGER = Duration.ofSeconds(1);
    private static final char DELETE = 0x7f;
    /** What separates names from other things (RFC 9110, section 5.6.2). */
    private static final String NO_NAME = "\"(),/:;<=>?@[\\]{}";

    private static final int BAD_REQUEST = 400;
    private static final int URI_TOO_LONG = 414;
    private static final int HEAD_TOO_LARGE = 431;

    private Malformed() {}

    static void refuse(HttpServerRequest request) {
        request.response()
                .setStatusCode(status(request.decoderResult().cause()))
                .putHeader("Connection", "close")
                .end()
                .onComplete(sent -> linger(request));
    }

    /**
     * Whether its head leaves no doubt about where it ends and whom it is for (RFC 9112, sections 3.2 and 6.3). The decoder knows the
     * lengths that contradict each other; it takes an encoding that it does not know for none.
     */
    static boolean isClear(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            return isTarget(request) && isSayable(request);
        }
        List<String> encodings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        boolean isFramed = encodings.isEmpty()
                || (encodings.size() == 1 && encodings.get(0).equalsIgnoreCase("chunked"));
        int hosts = request.headers().getAll(HttpHeaders.HOST).size();
        boolean isForOne = hosts == 1 || (hosts == 0 && request.version() == HttpVersion.HTTP_1_0);
        return isFramed && isForOne && isTarget(request) && !request.headers().contains("");
    }

    /** HTTP/2 can carry in a name or a value what would be more than that in the lines of HTTP/1.1 (RFC 9113, section 8.2.1). */
    private static boolean isSayable(HttpServerRequest request) {
        boolean good = isName(request.method().name());
        for (Map.Entry<String, String> line : request.headers()) {
            good &= isName(line.getKey()) && isValue(line.getValue());
        }
        return good;
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c > ' ' && c < DELETE && NO_NAME.indexOf(c) < 0);
    }

    private static boolean isValue(String value) {
        return value.chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0);
    }

    /** A path, or all of it with scheme and name in front; nothing in it can be taken for its end. */
    private static boolean isTarget(HttpServerRequest request) {
        String target = request.uri();
        for (int i = 0; i < target.length(); i++) {
            if (isNoPart(target.charAt(i))) {
                return false;
            }
        }
        String path = request.path();
        boolean isAll = "*".equals(target) && HttpMethod.OPTIONS.equals(request.method());
        return isAll || (path != null && isPath(path) && !HttpMethod.CONNECT.equals(request.method()));
    }

    /** A fragment is never sent: a server that cuts it off would see another path than the routes do (RFC 9112, section 3.2). */
    private static boolean isNoPart(char one) {
        return one <= ' ' || one >= DELETE || one == '#';
    }

    /** Some servers take a backslash for a slash. In a query it is no way to anywhere, and browsers send it there. */
    private static boolean isPath(String path) {
        return path.startsWith("/") && path.indexOf('\\') < 0;
    }

    /** Answers what can be read in two ways. */
    static void unclear(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            // There it is clear where it ends, and the connection has other requests.
            request.response().setStatusCode(BAD_REQUEST).end();
            return;
        }
        request.response()
                .setStatusCode(BAD_REQUEST)
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end()
                .onComplete(sent -> request.connection().close());
    }

    private static int status(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return URI_TOO_LONG;
        }
        return cause instanceof TooLongHttpHeaderException ? HEAD_TOO_LARGE : BAD_REQUEST;
    }

    /**
     * Ends the connection, but not at once: with bytes of the client unread, the system would take the answer back before it
     * was read (RFC 9112, section 9.6).
     */
    static void linger(HttpServerRequest request) {
        Context context = Objects.requireNonNull(Vertx.currentContext(), "on an event loop");
        context.owner().setTimer(LINGER.toMillis(), over -> request.connection().close());
    }
}
