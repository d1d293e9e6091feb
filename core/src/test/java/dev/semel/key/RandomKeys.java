// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;

/** Keys as the usual makers give them, from a seeded generator so that a failure can be repeated. */
final class RandomKeys {

    private static final String DIGITS = "0123456789";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final String BASE62 = DIGITS + UPPER + LOWER;

    private final SplittableRandom random;

    RandomKeys(long seed) {
        random = new SplittableRandom(seed);
    }

    String uuidV4() {
        return new UUID((bits(64) & ~0xF000L) | 0x4000L, bits(62) | 1L << 63).toString();
    }

    String uuidV7() {
        return uuidV7(anyInstant());
    }

    String uuidV7(Instant born) {
        return new UUID((born.toEpochMilli() << 16) | 0x7000L | bits(12), bits(62) | 1L << 63).toString();
    }

    String ulid() {
        return ulid(anyInstant());
    }

    String ulid(Instant born) {
        StringBuilder time = new StringBuilder();
        for (int shift = 45; shift >= 0; shift -= 5) {
            time.append(CROCKFORD.charAt((int) (born.toEpochMilli() >>> shift) & 31));
        }
        return time + text(CROCKFORD, 16);
    }

    String nanoId(int length) {
        return text(BASE62 + "_-", length);
    }

    String cuid2() {
        return text(LOWER, 1) + text(DIGITS + LOWER, 23);
    }

    /** Twenty bytes in base 62, the first of them a time in this century. */
    String ksuid() {
        return text("012", 1) + text(BASE62, 26);
    }

    /** Any visible ASCII. */
    String visible(int shortest, int longest) {
        StringBuilder text = new StringBuilder();
        int length = shortest + random.nextInt(longest - shortest + 1);
        while (text.length() < length) {
            text.append((char) ('!' + random.nextInt('~' - '!' + 1)));
        }
        return text.toString();
    }

    private String text(String alphabet, int length) {
        char[] text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = alphabet.charAt(random.nextInt(alphabet.length()));
        }
        return new String(text);
    }

    private Instant anyInstant() {
        return Instant.ofEpochMilli(Instant.parse("2016-01-01T00:00:00Z").toEpochMilli() + bits(40));
    }

    private long bits(int count) {
        return random.nextLong() >>> (64 - count);
    }
}
