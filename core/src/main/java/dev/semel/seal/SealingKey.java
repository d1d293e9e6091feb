// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.SettingException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A secret of 32 random bytes that answers are sealed with, and its public name. The name is written beside every answer, so
 * that the right key is found again; it is no secret, and never stands for another secret later.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class SealingKey {

    /** What a key may be called. */
    static final String ID = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    private static final Pattern NAME = Pattern.compile(ID);
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{64}");
    private static final String ADVICE = " Make one with: openssl rand -base64 32";

    /** Of 32 random bytes fewer than 16 are different ones about once in 10^18 times. */
    private static final int FEWEST_DIFFERENT = 16;

    private final String id;
    private final byte[] secret;
    private final Xaes256Gcm cipher;

    private SealingKey(String id, byte[] secret) {
        this.id = id;
        this.secret = secret.clone();
        this.cipher = new Xaes256Gcm(this.secret);
    }

    /**
     * A key from its bytes, which are copied.
     *
     * @param id letters, digits, dots, dashes and underscores, at most 64, for example {@code 2026-11}
     * @param secret 32 random bytes
     * @throws SettingException if the id cannot be one, or the secret has another length or is easy to guess
     */
    public static SealingKey of(String id, byte[] secret) {
        requireId(id);
        if (secret.length != Xaes256Gcm.KEY) {
            throw weak(id, "has " + secret.length + " bytes; expected are exactly " + Xaes256Gcm.KEY + " random ones.");
        }
        SecretBytes.weakness(secret, FEWEST_DIFFERENT).ifPresent(weakness -> {
            throw weak(id, weakness + "; expected are " + Xaes256Gcm.KEY + " random bytes.");
        });
        return new SealingKey(id, secret);
    }

    /**
     * A key from configured text: base64 (of either alphabet, padded or not) or 64 hexadecimal digits; blanks around it do
     * not count.
     *
     * @throws SettingException as for bytes, or if it is neither
     */
    public static SealingKey of(String id, String secret) {
        requireId(id);
        String text = secret.strip();
        try {
            return of(
                    id,
                    HEX.matcher(text).matches()
                            ? HexFormat.of().parseHex(text)
                            : Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/')));
        } catch (SettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            // Without the cause: its message may show a character of the secret (R27).
            throw weak(id, "is neither base64 nor 64 hexadecimal digits; expected are 32 random bytes as one of them.");
        }
    }

    private static void requireId(String id) {
        if (!NAME.matcher(id).matches()) {
            throw new SettingException(
                    "key",
                    "a key's id has 1 to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a"
                            + " digit, for example \"2026-11\"");
        }
    }

    private static SettingException weak(String id, String problem) {
        return new SettingException("key", "the secret of the key '" + id + "' " + problem + ADVICE);
    }

    /** The key's public name. */
    public String id() {
        return id;
    }

    Xaes256Gcm cipher() {
        return cipher;
    }

    boolean hasSecretOf(SealingKey other) {
        return MessageDigest.isEqual(secret, other.secret);
    }

    /** Whether it is the same key: name and secret. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SealingKey key && id.equals(key.id) && hasSecretOf(key);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** Shows the name, and nothing of the secret (R27). */
    @Override
    public String toString() {
        return "SealingKey[" + id + "]";
    }
}
