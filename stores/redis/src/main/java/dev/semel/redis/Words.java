// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.nio.charset.StandardCharsets;

/** Arguments of scripts, as bytes. */
final class Words {

    static final byte[] NOTHING = {};
    static final byte[] YES = {'1'};
    static final byte[] NO = {'0'};

    private Words() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(long number) {
        return ofAscii(Long.toString(number));
    }

    /** Of text that is known to be ASCII; the JVM copies Latin-1 as it is, and would look at each character for ASCII. */
    static byte[] ofAscii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] of(Enum<?> choice) {
        return of(choice.name());
    }

    static byte[] of(boolean truth) {
        return truth ? YES : NO;
    }
}
