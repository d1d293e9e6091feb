// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** The digests of the content that a request announces (RFC 9530), to be compared with those of what came. */
final class ContentDigest {

    static final ContentDigest NONE = new ContentDigest(List.of());

    private final List<Announced> announced;

    private ContentDigest(List<Announced> announced) {
        this.announced = announced;
    }

    /** What a request announces by {@code sha-256} or {@code sha-512}; other algorithms are nobody's business here. */
    static ContentDigest of(RequestHead head) {
        List<String> lines = head.header("Content-Digest");
        if (lines.isEmpty()) {
            return NONE;
        }
        List<Announced> announced = new ArrayList<>(2);
        for (String member : String.join(",", lines).split(",", -1)) {
            int equals = member.indexOf('=');
            String algorithm =
                    (equals < 0 ? member : member.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            String value = equals < 0 ? "" : withoutParameters(member.substring(equals + 1));
            if (algorithm.equals("sha-256")) {
                announced.add(new Announced(Digests.sha256(), bytes(value)));
            } else if (algorithm.equals("sha-512")) {
                announced.add(new Announced(Digests.sha512(), bytes(value)));
            }
        }
        return new ContentDigest(announced);
    }

    /** A member may have parameters (RFC 9651, 3.2); there are none that mean anything, and a semicolon is in no digest. */
    private static String withoutParameters(String value) {
        int end = value.indexOf(';');
        return (end < 0 ? value : value.substring(0, end)).strip();
    }

    /** Whether there is something to verify. */
    boolean isThere() {
        return !announced.isEmpty();
    }

    void take(byte[] bytes, int from, int length) {
        for (Announced one : announced) {
            one.digest.update(bytes, from, length);
        }
    }

    /** Whether all that came is what was announced. */
    boolean matches() {
        boolean all = true;
        for (Announced one : announced) {
            all &= MessageDigest.isEqual(one.digest.digest(), one.value);
        }
        return all;
    }

    /** A byte sequence of RFC 9651; what is none equals no digest. */
    private static byte[] bytes(String value) {
        boolean sequence = value.length() > 2 && value.startsWith(":") && value.endsWith(":");
        try {
            return sequence ? Base64.getDecoder().decode(value.substring(1, value.length() - 1)) : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /** What one algorithm should give. */
    private static final class Announced {

        private final MessageDigest digest;
        private final byte[] value;

        private Announced(MessageDigest digest, byte[] value) {
            this.digest = digest;
            this.value = value;
        }
    }
}
