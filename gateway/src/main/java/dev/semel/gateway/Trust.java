// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Whose certificates an upstream may show, instead of those that the JDK trusts. Its name is checked all the same. Immutable.
 *
 * @param certificates them
 * @param options as Vert.x' client takes them
 */
record Trust(List<X509Certificate> certificates, ClientSSLOptions options) {

    /** Certificates in a PEM file. */
    static Trust read(Path file) {
        String text = Pem.text(file);
        List<X509Certificate> certificates = Pem.certificates(text);
        ClientSSLOptions options = new ClientSSLOptions();
        options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(text)));
        options.setHostnameVerificationAlgorithm("HTTPS");
        options.setEnabledSecureTransportProtocols(Tls.PROTOCOLS);
        return new Trust(certificates, options);
    }

    /** As the JDK's client takes them. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager(certificates)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Trusts whom these have issued a certificate for, and nobody else. */
    static X509TrustManager manager(List<X509Certificate> authorities) {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null);
            for (X509Certificate certificate : authorities) {
                trusted.setCertificateEntry(Integer.toString(trusted.size()), certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            return (X509TrustManager) managers.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(e);
        }
    }

    private static IllegalArgumentException unusable(Exception cause) {
        return new IllegalArgumentException("certificates that cannot be used: " + cause.getMessage(), cause);
    }
}
