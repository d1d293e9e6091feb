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
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] of(Enum<?> choice) {
        return of(choice.name());
    }

    static byte[] of(boolean truth) {
        return truth ? YES : NO;
    }
}
