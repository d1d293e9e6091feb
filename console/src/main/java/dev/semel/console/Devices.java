// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Browsers in which a user has signed in before, by a cookie that shows nothing but that (OWASP's device cookies). It opens
 * nothing; it lets others' guesses not keep its user waiting. It is sealed with the user's own password hash, so that it holds
 * beyond a restart and in another process, and a new password ends it. Safe for use by several threads.
 */
final class Devices {

    /** How long a cookie is good; each sign-in gives a new one. */
    static final Duration GOOD_FOR = Duration.ofDays(180);

    private static final String COOKIE = "semel-device-";
    private static final int NAME_BYTES = 4;
    private static final int ID_BYTES = 16;
    private static final String MAC = "HmacSHA256";

    private final SecureRandom random = new SecureRandom();

    /** Each user's own, since several may share a browser. */
    static String cookieOf(String user) {
        byte[] hash = Digests.sha256(user.getBytes(StandardCharsets.UTF_8));
        return COOKIE + HexFormat.of().formatHex(Arrays.copyOf(hash, NAME_BYTES));
    }

    /** A cookie for a browser in which this user has just signed in. */
    String issue(User user, Instant now) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        String content = now.getEpochSecond() + "." + encoded(id);
        return content + "." + seal(user, content);
    }

    /** What tells the browser from others; empty where the cookie is none of this user's, or too old. */
    Optional<String> idIn(String cookie, User user, Instant now) {
        int end = cookie.lastIndexOf('.');
        if (end < 0) {
            return Optional.empty();
        }
        String content = cookie.substring(0, end);
        byte[] shown = cookie.substring(end + 1).getBytes(StandardCharsets.UTF_8);
        boolean isOurs = MessageDigest.isEqual(shown, seal(user, content).getBytes(StandardCharsets.UTF_8));
        // What is sealed was written here, so that it can be read.
        return isOurs && isGood(Long.parseLong(content.substring(0, content.indexOf('.'))), now)
                ? Optional.of(content)
                : Optional.empty();
    }

    private static boolean isGood(long issued, Instant now) {
        return now.isBefore(Instant.ofEpochSecond(issued).plus(GOOD_FOR));
    }

    private static String seal(User user, String content) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(user.credential().mark(), MAC));
            return encoded(
                    mac.doFinal(("semel-device\n" + user.name() + "\n" + content).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform must offer " + MAC + ", but this one does not", e);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
