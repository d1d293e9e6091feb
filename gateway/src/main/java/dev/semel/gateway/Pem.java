// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** Reads certificates and keys in PEM files; says what is wrong with one without showing what is in it. */
final class Pem {

    private static final String KEY = "PRIVATE KEY-----";
    private static final String KEY_BEGIN = "-----BEGIN " + KEY;
    private static final String KEY_END = "-----END " + KEY;

    private Pem() {}

    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalArgumentException("the file cannot be read", e);
        }
    }

    /** At least one. */
    static List<X509Certificate> certificates(String text) {
        try {
            List<X509Certificate> all = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (all.isEmpty()) {
                throw new IllegalArgumentException("there is no certificate in the file");
            }
            return all;
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the file has no certificates in PEM", e);
        }
    }

    /** The first private key, unencrypted, in PKCS #8. */
    static PrivateKey key(String text, String algorithm) {
        int begin = text.indexOf(KEY_BEGIN);
        int end = text.indexOf(KEY_END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("there is no unencrypted private key in PKCS #8 in the file; convert"
                    + " another form with: openssl pkcs8 -topk8 -nocrypt");
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the private key cannot be read, or is no " + algorithm + " key", e);
        }
    }
}
