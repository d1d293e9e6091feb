// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemTrustOptions;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether clients show a certificate, and whose are good. Immutable.
 *
 * @param auth asked for, or required
 * @param authorities the certificates of who issues them, in PEM
 */
record ClientCertificates(ClientAuth auth, String authorities) {

    private static final String AUTH = "client-auth";
    private static final String AUTHORITIES = "client-ca";

    /** The part of the section {@code tls} that speaks of clients, where there is one. */
    static Optional<ClientCertificates> read(Section tls, Function<String, String> files) {
        Optional<ClientAuth> auth =
                tls.word(AUTH, Map.of("request", ClientAuth.REQUEST, "require", ClientAuth.REQUIRED));
        Optional<String> authorities = tls.find(AUTHORITIES, name -> checked(files.apply(name)));
        if (auth.isPresent() && authorities.isEmpty()) {
            throw tls.bad(AUTH, "needs " + AUTHORITIES + ": a PEM file with whoever issues the clients' certificates");
        }
        if (auth.isEmpty() && authorities.isPresent()) {
            throw tls.bad(AUTHORITIES, "says whose certificates are good, and no client is asked for one: set " + AUTH);
        }
        return auth.map(chosen -> new ClientCertificates(chosen, authorities.orElseThrow()));
    }

    private static String checked(String text) {
        Pem.certificates(text);
        return text;
    }

    PemTrustOptions trust() {
        return new PemTrustOptions().addCertValue(Buffer.buffer(authorities));
    }
}
