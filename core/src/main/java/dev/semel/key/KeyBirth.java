// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the birth time that some keys carry: UUIDs of version 7 and ULIDs.
 *
 * <p>It is what the key's maker said, by the maker's clock, and nothing has checked it. Holds no state and is safe for
 * use by several threads.
 */
public final class KeyBirth {

    private static final long NONE = -1;

    /**
     * Neither format existed before 2016 (ULID) and 2021 (UUIDv7), so an earlier time tells of a maker without a clock
     * (1970, 1980, 2000, 2010 are the usual ones), and not of an old key.
     */
    private static final long EARLIEST = Instant.parse("2016-01-01T00:00:00Z").toEpochMilli();

    private static final int ULID_LENGTH = 26;
    private static final int ULID_TIME_LENGTH = 10;
    private static final byte NO_DIGIT = -1;
    private static final byte[] CROCKFORD = crockford();

    private KeyBirth() {}

    /**
     * The birth time of a key; empty when it carries none, or one before 2016.
     *
     * <p>Never throws, whatever the text. A time in the future is given as it is: the store's clock judges (R12). Read
     * are a UUID of version 7 in canonical form, in any case, and a ULID in all upper or all lower case: a mixture is
     * far likelier to be a NanoID of 26 characters.
     */
    public static Optional<Instant> of(String key) {
        long millis = key.length() == ULID_LENGTH ? ofUlid(key) : ofUuid(key);
        return millis < EARLIEST ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    private static long ofUuid(String key) {
        return UuidText.version(key) == 7 ? UuidText.unixMillis(key) : NONE;
    }

    private static long ofUlid(String key) {
        long millis = 0;
        boolean upper = false;
        boolean lower = false;
        for (int i = 0; i < ULID_LENGTH; i++) {
            char c = key.charAt(i);
            int digit = c < CROCKFORD.length ? CROCKFORD[c] : NO_DIGIT;
            if (digit == NO_DIGIT) {
                return NONE;
            }
            upper |= c >= 'A' && c <= 'Z';
            lower |= c >= 'a';
            millis = i < ULID_TIME_LENGTH ? (millis << 5) | digit : millis;
        }
        // 26 digits of 5 bits are 130 bits: a first digit above 7 is no 128-bit value. And no letter at all: a number.
        return upper == lower || key.charAt(0) > '7' ? NONE : millis;
    }

    private static byte[] crockford() {
        byte[] digits = new byte[128];
        Arrays.fill(digits, NO_DIGIT);
        String alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        for (int i = 0; i < alphabet.length(); i++) {
            digits[alphabet.charAt(i)] = (byte) i;
            digits[Character.toLowerCase(alphabet.charAt(i))] = (byte) i;
        }
        return digits;
    }
}
