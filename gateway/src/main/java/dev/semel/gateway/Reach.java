// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How one event loop gets at one upstream: its servers in turn, those first that are well. */
final class Reach {

    private final HttpClient client;
    private final List<Target> targets;
    private final long connectMillis;
    private final Optional<ClientSSLOptions> trusted;
    private final Deadlines deadlines;
    private int turn;

    Reach(Vertx vertx, HttpClient client, Upstream upstream, Health health) {
        this.client = client;
        this.trusted = upstream.trust().map(Trust::options);
        this.connectMillis = upstream.connectTimeout().toMillis();
        this.deadlines = new Deadlines(vertx, upstream.timeout());
        List<Target> all = new ArrayList<>();
        upstream.servers().forEach(server -> all.add(Target.of(server, health.of(upstream, server))));
        this.targets = List.copyOf(all);
    }

    /** Until when an answer must be there. */
    Deadlines deadlines() {
        return deadlines;
    }

    /** A request of which nothing has been sent yet, on a connection to a server that took one. */
    Future<HttpClientRequest> open(HttpMethod method, String uri) {
        int start = turn;
        turn = start + 1 == targets.size() ? 0 : start + 1;
        Target target = targets.get(start);
        if (targets.size() == 1) {
            return open(target, method, uri);
        }
        List<Target> order = Health.inOrder(targets, start, one -> one.health().isUp());
        return openFirst(order, 0, method, uri);
    }

    /** Nothing has been sent to one that takes no connection, so that the next one may be asked. */
    private Future<HttpClientRequest> openFirst(List<Target> order, int index, HttpMethod method, String uri) {
        Future<HttpClientRequest> opened = open(order.get(index), method, uri);
        return index + 1 == order.size() ? opened : opened.recover(refused -> openFirst(order, index + 1, method, uri));
    }

    private Future<HttpClientRequest> open(Target target, HttpMethod method, String uri) {
        RequestOptions options = new RequestOptions()
                .setServer(target.address())
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(target.isTls())
                .setMethod(method)
                .setURI(uri)
                .setConnectTimeout(connectMillis);
        trusted.ifPresent(options::setSslOptions);
        return client.request(options).onComplete(target);
    }

    /** A server, as the client wants it told. */
    private record Target(SocketAddress address, String host, int port, boolean isTls, Health.Server health)
            implements io.vertx.core.Completable<HttpClientRequest> {

        static Target of(URI server, Health.Server health) {
            boolean tls = "https".equals(server.getScheme());
            int port = Upstream.port(server);
            String host = server.getHost();
            return new Target(SocketAddress.inetSocketAddress(port, host), host, port, tls, health);
        }

        @Override
        public void complete(HttpClientRequest opened, Throwable failure) {
            if (failure == null) {
                health.accepted();
            } else {
                health.refused();
            }
        }
    }
}
