// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import dev.semel.key.KeyProblem.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which keys an operation accepts from its clients; all rule sets ask for 1 to 255 visible ASCII characters (0x21 to
 * 0x7E).
 *
 * <p>A key that passes {@link #STRICT} passes {@link #STANDARD}, and one that passes that passes {@link #LENIENT}. A
 * random key passes without allocation. Safe for use by several threads.
 */
public enum KeyRules {
    /**
     * The default: 32 characters or more, or a compact random format, and nothing that is obviously bad.
     *
     * <p>The compact formats are NanoID (21 characters by default), CUID2 (24), ULID (26) and KSUID (27). All of them
     * are written in {@code A-Z a-z 0-9 _ -}, so one test recognises them all: 21 to 31 characters of that alphabet. A
     * CUID2 or NanoID that was configured to be shorter than 21 characters is too short.
     *
     * <p>Obviously bad are: the nil and max UUID; {@code undefined}, {@code null}, {@code NaN}, {@code [object
     * Object]}, an unfilled template, an object's default text, and keys made only of such words; one repeated
     * character, a short pattern or a sequence; plain digits (but not 24 or 32 of them that may be random bytes
     * in hexadecimal); an epoch or ISO date-time; each also inside quotes, brackets or padding. What random makers give is never refused for one of these: the likeliest accident, in a
     * random UUID, is rarer than one in 10<sup>11</sup>.
     */
    STANDARD,

    /** A UUID of version 4 or 7 in its canonical form (8-4-4-4-12, either case), with the variant of RFC 9562. */
    STRICT,

    /** Any 1 to 255 visible ASCII characters: for keys that the application makes itself. */
    LENIENT;

    private static final int MAX_LENGTH = 255;

    /**
     * Says what is wrong with a key, or nothing when it is good.
     *
     * @param key what the client sent, without the quotes of a header
     */
    public Optional<KeyProblem> check(String key) {
        Kind kind = problem(key);
        return kind == null ? Optional.empty() : Optional.of(new KeyProblem(kind, key.length()));
    }

    private @Nullable Kind problem(String key) {
        if (key.isEmpty()) {
            return Kind.EMPTY;
        }
        if (key.length() > MAX_LENGTH) {
            return Kind.TOO_LONG;
        }
        return switch (this) {
            case STANDARD -> StandardRule.problem(key);
            case STRICT -> strict(key);
            case LENIENT -> lenient(key);
        };
    }

    private static @Nullable Kind strict(String key) {
        if (!UuidText.isUuid(key)) {
            Kind kind = lenient(key);
            return kind == null ? Kind.NOT_UUID : kind;
        }
        if (UuidText.isNilOrMax(key)) {
            return Kind.NIL_UUID;
        }
        int version = UuidText.version(key);
        return version == 4 || version == 7 ? StandardRule.problem(key) : Kind.UUID_VERSION;
    }

    private static @Nullable Kind lenient(String key) {
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c < '!' || c > '~') {
                return Kind.NOT_VISIBLE_ASCII;
            }
        }
        return null;
    }
}
