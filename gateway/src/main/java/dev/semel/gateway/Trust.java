// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;

/**
 * Whose certificates an upstream may show, instead of those that the JDK trusts. Its name is checked all the same. Immutable.
 *
 * @param options as the client takes them
 */
record Trust(ClientSSLOptions options) {

    /** Certificates in a PEM file. */
    static Trust read(Path file) {
        String text = Pem.text(file);
        Pem.certificates(text);
        ClientSSLOptions options = new ClientSSLOptions();
        options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(text)));
        options.setHostnameVerificationAlgorithm("HTTPS");
        options.setEnabledSecureTransportProtocols(Tls.PROTOCOLS);
        return new Trust(options);
    }
}
