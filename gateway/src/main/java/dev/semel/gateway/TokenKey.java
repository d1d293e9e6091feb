// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What tokens are signed with. The key decides about the algorithm, never the token: a token cannot have itself checked by a weaker
 * one, or by a public key taken for a secret. Safe for use by several threads.
 */
interface TokenKey {

    int SHORTEST_SECRET = 32;
    int SHORTEST_RSA = 2048;

    /** As a token's header names it (RFC 7518). */
    String algorithm();

    /** Whether the signature is of this text. */
    boolean signed(byte[] text, byte[] signature);

    /** A secret that signer and gateway share: HS256. */
    static TokenKey secret(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SHORTEST_SECRET) {
            throw new IllegalArgumentException("a secret for HS256 has at least 32 bytes");
        }
        SecretKeySpec key = new SecretKeySpec(bytes, "HmacSHA256");
        return new Checked("HS256", (signedText, signature) -> {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return MessageDigest.isEqual(mac.doFinal(signedText), signature);
        });
    }

    /** A public key, or a certificate, in a PEM file: RS256, or ES256 on the curve P-256. */
    static TokenKey publicKey(Path file) {
        PublicKey key = read(Pem.text(file));
        if (key instanceof java.security.interfaces.RSAPublicKey rsa
                && rsa.getModulus().bitLength() >= SHORTEST_RSA) {
            return new Checked("RS256", (text, signature) -> verified("SHA256withRSA", key, text, signature));
        }
        if (key instanceof ECPublicKey ec && ec.getParams().getOrder().bitLength() == 256) {
            return new Checked(
                    "ES256",
                    (text, signature) -> signature.length == 64
                            && !isZero(signature)
                            && verified("SHA256withECDSAinP1363Format", key, text, signature));
        }
        throw new IllegalArgumentException("it needs an RSA key of 2048 bits or more, or an EC key on P-256");
    }

    private static PublicKey read(String pem) {
        if (pem.contains("BEGIN CERTIFICATE")) {
            return Pem.certificates(pem).get(0).getPublicKey();
        }
        String body = pem.replaceAll("-----[A-Z ]*-----", "");
        return tried("RSA", body)
                .or(() -> tried("EC", body))
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no public key and no certificate in the file"));
    }

    private static Optional<PublicKey> tried(String algorithm, String body) {
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(body);
            return Optional.of(KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(bytes)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean verified(String algorithm, PublicKey key, byte[] text, byte[] signature)
            throws GeneralSecurityException {
        Signature check = Signature.getInstance(algorithm);
        check.initVerify(key);
        check.update(text);
        return check.verify(signature);
    }

    /** Some versions of Java once took a signature of zeros for good (CVE-2022-21449). */
    private static boolean isZero(byte[] signature) {
        byte[] half = java.util.Arrays.copyOf(signature, signature.length / 2);
        byte[] rest = java.util.Arrays.copyOfRange(signature, signature.length / 2, signature.length);
        return new BigInteger(1, half).signum() == 0 || new BigInteger(1, rest).signum() == 0;
    }

    /** Checks one signature. */
    interface Check {
        boolean signed(byte[] text, byte[] signature) throws GeneralSecurityException;
    }

    /**
     * A key with its algorithm.
     *
     * @param algorithm its name
     * @param check checks a signature
     */
    record Checked(String algorithm, Check check) implements TokenKey {

        @Override
        public boolean signed(byte[] text, byte[] signature) {
            try {
                return check.signed(text, signature);
            } catch (GeneralSecurityException e) {
                return false;
            }
        }
    }
}
