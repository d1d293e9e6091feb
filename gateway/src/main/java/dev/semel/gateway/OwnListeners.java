// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A gateway's own listeners are no upstreams: clients must not reach the one for operators, and the other one would ask itself for ever. */
final class OwnListeners {

    private OwnListeners() {}

    /**
     * Lets a configuration pass whose listeners are apart from each other and from its upstreams.
     *
     * @param upstreams says that an upstream, by its name, is wrong
     * @param admin says that the listener for operators is wrong
     */
    static void apart(
            Configuration configuration,
            BiFunction<String, String, BadConfiguration> upstreams,
            Function<String, BadConfiguration> admin) {
        InetSocketAddress listen = configuration.listen();
        Optional<InetSocketAddress> operators = configuration.admin().address();
        if (operators.isPresent() && listen.getPort() != 0 && operators.get().getPort() == listen.getPort()) {
            throw admin.apply("needs another port than listen");
        }
        for (Upstream upstream : configuration.upstreams()) {
            if (operators.isPresent() && leadTo(operators.get(), upstream)) {
                throw upstreams.apply(
                        upstream.name(), "is the gateway's own admin listener, which clients must not reach");
            }
            if (leadTo(listen, upstream)) {
                throw upstreams.apply(
                        upstream.name(),
                        "is the gateway itself, which would ask itself for ever: it listens at "
                                + Addresses.show(listen)
                                + "; say where the service is, or let the gateway listen elsewhere (listen: or --listen)");
            }
        }
    }

    private static boolean leadTo(InetSocketAddress listener, Upstream upstream) {
        return upstream.servers().stream()
                .anyMatch(server -> Addresses.leadsTo(listener, server.getHost(), Upstream.port(server)));
    }
}
