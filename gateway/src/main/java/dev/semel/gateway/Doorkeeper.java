// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Problem;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Keeps clients within their limits: how many requests are under way, how large they are, and how long they may take to
 * arrive. Whoever sends a byte now and then does not gain time by it. One for each event loop, and used there.
 */
final class Doorkeeper implements Handler<HttpServerRequest> {

    /** How often it looks around for who is too slow. */
    static final Duration ROUND = Duration.ofMillis(500);

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");

    private final Handler<HttpServerRequest> inside;
    private final Doors doors;
    private final Map<HttpConnection, Visit> visits = new HashMap<>();

    Doorkeeper(Handler<HttpServerRequest> inside, Doors doors) {
        this.inside = inside;
        this.doors = doors;
    }

    /** A client has connected. */
    void enters(HttpConnection connection) {
        visit(connection);
    }

    private Visit visit(HttpConnection connection) {
        Visit known = visits.get(connection);
        if (known != null) {
            return known;
        }
        Visit visit = new Visit(System.nanoTime());
        visits.put(connection, visit);
        doors.newcomers().known(connection.remoteAddress());
        connection.closeHandler(gone -> {
            visits.remove(connection);
            doors.leave(visit.leaveAll());
        });
        return visit;
    }

    @Override
    public void handle(HttpServerRequest request) {
        Visit visit = visit(request.connection());
        if (visit.hasEnded()) {
            return;
        }
        if (!Malformed.isClear(request)) {
            if (request.version() != HttpVersion.HTTP_2) {
                visit.ends();
            }
            Malformed.unclear(request);
        } else if (doors.enter()) {
            admit(request, visit);
        } else {
            refuse(request, Trouble.OVERLOADED);
        }
    }

    /** What came is no request. */
    void cannotRead(HttpServerRequest request) {
        Visit visit = visit(request.connection());
        if (!visit.hasEnded()) {
            visit.ends();
            Malformed.refuse(request);
        }
    }

    private void admit(HttpServerRequest request, Visit visit) {
        Arrival arrival = visit.arrives(request);
        request.response().bodyEndHandler(answered -> {
            if (visit.leaves(arrival, System.nanoTime())) {
                doors.leave(1);
            }
        });
        if (isTooLarge(request)) {
            refuse(request, Trouble.TOO_LARGE);
        } else {
            enter(request);
        }
    }

    /** Whatever goes wrong inside, nobody waits for an answer that does not come. */
    private void enter(HttpServerRequest request) {
        try {
            inside.handle(request);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a request broke off by a defect of the gateway; please report it", e);
            if (!request.response().closed()) {
                request.response().reset();
            }
        }
    }

    private boolean isTooLarge(HttpServerRequest request) {
        OptionalLong limit = doors.limits().bodyBytes();
        return limit.isPresent() && Refusal.announcesMore(request, limit.getAsLong());
    }

    private void refuse(HttpServerRequest request, Problem problem) {
        Refusal.send(request, doors.dialect().answer(problem));
    }

    /** Ends what takes too long. */
    void lookAround(long now) {
        visits.values().removeIf(this::leavesByTunnel);
        Limits limits = doors.limits();
        List<HttpConnection> late = new ArrayList<>();
        List<HttpServerRequest> slow = new ArrayList<>();
        visits.forEach((connection, visit) -> {
            doors.leave(visit.leaveClosed(now));
            if (visit.isLate(now, limits.idleTimeout())) {
                late.add(connection);
            }
            visit.addSlow(now, limits.bodyTimeout(), slow);
        });
        late.forEach(connection -> {
            visits.remove(connection);
            connection.close();
        });
        slow.forEach(this::cut);
    }

    private boolean leavesByTunnel(Visit visit) {
        if (!visit.isTunnel()) {
            return false;
        }
        doors.leave(visit.leaveAll());
        return true;
    }

    private void cut(HttpServerRequest request) {
        if (request.response().headWritten()) {
            request.response().reset();
        } else {
            refuse(request, Trouble.TOO_SLOW);
            if (request.version() == HttpVersion.HTTP_2) {
                // What came of it is kept until the stream ends, and the connection may live on for long.
                request.response().reset(Refusal.NO_ERROR);
            }
        }
    }
}
