// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.util.HexFormat;

/** Reads the canonical text form of a UUID: 8-4-4-4-12 hexadecimal digits, in either case. */
final class UuidText {

    static final int NO_VERSION = -1;

    private static final int LENGTH = 36;
    private static final int PLAIN_LENGTH = 32;

    private UuidText() {}

    static boolean isUuid(String key) {
        if (key.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = key.charAt(i);
            if (isDash(i) ? c != '-' : !HexFormat.isHexDigit(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDash(int index) {
        return index == 8 || index == 13 || index == 18 || index == 23;
    }

    /** The version of a UUID with the variant of RFC 9562; {@link #NO_VERSION} for any other text. */
    static int version(String key) {
        return isUuid(key) ? version(key.charAt(14), key.charAt(19)) : NO_VERSION;
    }

    /** Whether a key is a UUID of version 4 or 7, with its dashes or without. */
    static boolean isVersion4Or7(String key) {
        int version = isPlainUuid(key) ? version(key.charAt(12), key.charAt(16)) : version(key);
        return version == 4 || version == 7;
    }

    private static boolean isPlainUuid(String key) {
        return key.length() == PLAIN_LENGTH && key.chars().allMatch(HexFormat::isHexDigit);
    }

    private static int version(char version, char variant) {
        boolean rfc9562 = "89abAB".indexOf(variant) >= 0;
        return rfc9562 ? HexFormat.fromHexDigit(version) : NO_VERSION;
    }

    /** Whether a UUID is all zeros or all ones. */
    static boolean isNilOrMax(String key) {
        char first = Character.toLowerCase(key.charAt(0));
        if (!isUuid(key) || (first != '0' && first != 'f')) {
            return false;
        }
        for (int i = 1; i < LENGTH; i++) {
            if (!isDash(i) && Character.toLowerCase(key.charAt(i)) != first) {
                return false;
            }
        }
        return true;
    }

    /** The 48 bits of Unix time, in milliseconds, with which a version 7 UUID begins. */
    static long unixMillis(String uuid) {
        return (HexFormat.fromHexDigitsToLong(uuid, 0, 8) << 16) | HexFormat.fromHexDigits(uuid, 9, 13);
    }
}
