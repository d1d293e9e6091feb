// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A certificate with its key, which fit together. Immutable.
 *
 * @param chain the certificates in PEM, the gateway's own first
 * @param key the private key in PEM
 * @param expiry when the first of them expires
 * @param clients which certificates clients show, if any
 */
record Tls(String chain, String key, Instant expiry, Optional<ClientCertificates> clients) {

    static final Set<String> PROTOCOLS = Set.of("TLSv1.3", "TLSv1.2");

    private static final byte[] PROOF = {1, 2, 3};

    /** Reads both files. */
    static Tls read(Path certificate, Path key, Optional<ClientCertificates> clients) {
        String chain = Pem.text(certificate);
        List<X509Certificate> certificates = Pem.certificates(chain);
        PublicKey own = certificates.get(0).getPublicKey();
        String secret = Pem.text(key);
        if (!fit(own, Pem.key(secret, own.getAlgorithm()))) {
            throw new IllegalArgumentException("it does not belong to the certificate");
        }
        Instant expiry = certificates.stream()
                .map(one -> WallClock.of(one.getNotAfter()))
                .min(Instant::compareTo)
                .orElseThrow();
        return new Tls(chain, secret, expiry, clients);
    }

    private static boolean fit(PublicKey certified, PrivateKey key) {
        String algorithm = switch (certified.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> certified.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(PROOF);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(PROOF);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    PemKeyCertOptions pair() {
        return new PemKeyCertOptions().addCertValue(Buffer.buffer(chain)).addKeyValue(Buffer.buffer(key));
    }

    /** For a listener that is open already. */
    ServerSSLOptions options() {
        ServerSSLOptions options = new ServerSSLOptions();
        options.setKeyCertOptions(pair());
        options.setUseAlpn(true);
        options.setApplicationLayerProtocols(List.of("h2", "http/1.1"));
        options.setEnabledSecureTransportProtocols(PROTOCOLS);
        clients.ifPresent(shown -> options.setClientAuth(shown.auth()).setTrustOptions(shown.trust()));
        return options;
    }

    /** Without what is secret. */
    @Override
    public String toString() {
        return "Tls[expires " + expiry + "]";
    }
}
