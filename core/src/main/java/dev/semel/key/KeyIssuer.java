// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.key.KeyProblem.Kind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Makes one key for each session, and knows its own again (R25).
 *
 * <p>A key is {@code ik1_} and 56 characters of base64url: when its session began, in milliseconds (6 bytes); a nonce, the
 * beginning of an HMAC-SHA-256 of tenant, session and that instant (16 bytes), which tells sessions apart and shows nothing
 * of them; and a tag, the beginning of an HMAC-SHA-256 of tenant, instant and nonce (20 bytes). There are no spare bits, so
 * that every other text is another key. Without the secret nobody makes a key, changes one, gives it another birth, or uses
 * one of another tenant's.
 *
 * <p>The same tenant, session and birth give the same key, everywhere and at any time. So that this holds while a secret is
 * replaced, too, a secret is that of the sessions which begin from some instant on: see {@link #rotatedTo}.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class KeyIssuer {

    /** The version of the format; another one gets another number. */
    private static final String PREFIX = "ik1_";

    private static final int BIRTH_BYTES = 6;
    private static final int NONCE_BYTES = 16;
    private static final int TAG_BYTES = 20;
    private static final int SIGNED_BYTES = BIRTH_BYTES + NONCE_BYTES;
    private static final int LENGTH = PREFIX.length() + (SIGNED_BYTES + TAG_BYTES) * 4 / 3;
    private static final long LAST_BIRTH = (1L << (8 * BIRTH_BYTES)) - 1;
    private static final byte[] NOTHING = {};
    private static final String OF_NONCE = "semel issued key 1: nonce";
    private static final String OF_TAG = "semel issued key 1: tag";

    /** In the order of their instants; the first is that of all sessions before the second. */
    private final List<Era> eras;

    private KeyIssuer(List<Era> eras) {
        this.eras = List.copyOf(eras);
    }

    /**
     * Signs with a secret, the same in all processes that issue or accept these keys, and used for nothing else.
     *
     * @param secret at least 16 random bytes; copied
     * @throws WeakSecretException if the secret is shorter, or one byte repeated
     */
    public static KeyIssuer withSecret(byte[] secret) {
        return new KeyIssuer(List.of(new Era(Instant.MIN, hmac(secret))));
    }

    /**
     * Signs the keys of sessions that begin at an instant or later with another secret, and those of earlier sessions as
     * before. Choose an instant by which all processes know the new secret. Leave the old secret out when all that was done under
     * keys from before that instant is forgotten, that is after their lifetime, twice its margin, and the longest maximum duration
     * and retention, and 30 days more where an operation holds what is in doubt: until then retries come with such keys and
     * must get their answers, and a session that is older than the instant would get another key.
     *
     * @throws WeakSecretException if the secret is shorter than 16 bytes, or one byte repeated
     * @throws IllegalArgumentException if a secret before this one counts from that instant, or a later one, on
     */
    public KeyIssuer rotatedTo(byte[] secret, Instant since) {
        if (!since.isAfter(eras.get(eras.size() - 1).since)) {
            throw new IllegalArgumentException(
                    "secrets come in the order of the instants from which they count, and no two"
                            + " from the same one");
        }
        List<Era> more = new ArrayList<>(eras);
        more.add(new Era(since, hmac(secret)));
        return new KeyIssuer(more);
    }

    private static Hmac hmac(byte[] secret) {
        return Hmac.withSecret(secret, "issued keys");
    }

    /**
     * The key of a session.
     *
     * @param tenant who owns it
     * @param session what tells this session from all others of the tenant
     * @param born when the session began; milliseconds count
     * @throws IllegalArgumentException if it began before 1970, or after the year 10000
     */
    public String issue(String tenant, String session, Instant born) {
        long millis = born.toEpochMilli();
        if (millis < 0 || millis > LAST_BIRTH) {
            throw new IllegalArgumentException("a session that gets a key began between 1970 and the year 10000: is the"
                    + " instant that of another unit?");
        }
        byte[] birth = Arrays.copyOfRange(
                ByteBuffer.allocate(Long.BYTES).putLong(0, millis).array(), Long.BYTES - BIRTH_BYTES, Long.BYTES);
        Hmac hmac = hmac(millis);
        byte[] nonce = hmac.of(OF_NONCE, tenant, session, Long.toString(millis));
        ByteBuffer key = ByteBuffer.allocate(SIGNED_BYTES + TAG_BYTES);
        key.put(birth).put(nonce, 0, NONCE_BYTES);
        key.put(tag(hmac, tenant, key.array()), 0, TAG_BYTES);
        return PREFIX + Base64.getUrlEncoder().encodeToString(key.array());
    }

    /** The key of a session that begins now, for where nobody remembers it: another one each time. */
    public String issueNow(String tenant, String session) {
        return issue(tenant, session, Clock.systemUTC().instant());
    }

    /** Says what is wrong with a key that a tenant has sent, or nothing when it was issued to that tenant. */
    public Optional<KeyProblem> check(String tenant, String key) {
        byte[] bytes = bytes(key);
        if (bytes.length == 0) {
            return Optional.of(new KeyProblem(Kind.NOT_ISSUED, key.length()));
        }
        byte[] expected = Arrays.copyOf(tag(hmac(millis(bytes)), tenant, bytes), TAG_BYTES);
        byte[] found = Arrays.copyOfRange(bytes, SIGNED_BYTES, bytes.length);
        // In a time that does not tell how many of its first bytes are right.
        return MessageDigest.isEqual(expected, found)
                ? Optional.empty()
                : Optional.of(new KeyProblem(Kind.NOT_GENUINE, key.length()));
    }

    /** When the session of a key began, as the key says; empty when it has no such form. It is true of keys that were checked. */
    public static Optional<Instant> birth(String key) {
        byte[] bytes = bytes(key);
        return bytes.length == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis(bytes)));
    }

    private static byte[] tag(Hmac hmac, String tenant, byte[] key) {
        return hmac.of(OF_TAG.getBytes(UTF_8), tenant.getBytes(UTF_8), Arrays.copyOf(key, SIGNED_BYTES));
    }

    /** The bytes of a key; none where it does not have the form of an issued one. */
    private static byte[] bytes(String key) {
        if (key.length() != LENGTH || !key.startsWith(PREFIX)) {
            return NOTHING;
        }
        try {
            return Base64.getUrlDecoder().decode(key.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            return NOTHING;
        }
    }

    private static long millis(byte[] key) {
        return ByteBuffer.wrap(key).getLong() >>> (8 * (Long.BYTES - BIRTH_BYTES));
    }

    /** The secret that counts for a birth: one alone, so that an old one which leaked makes no keys for today. */
    private Hmac hmac(long millis) {
        Instant born = Instant.ofEpochMilli(millis);
        int last = eras.size() - 1;
        while (last > 0 && eras.get(last).since.isAfter(born)) {
            last--;
        }
        return eras.get(last).hmac;
    }

    /** Shows nothing of the secrets. */
    @Override
    public String toString() {
        return "KeyIssuer[…]";
    }

    /** A secret, and from when on it counts. */
    private record Era(Instant since, Hmac hmac) {}
}
