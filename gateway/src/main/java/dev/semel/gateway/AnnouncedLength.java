// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import org.jspecify.annotations.Nullable;

/** How long a body is that says so in its head. */
final class AnnouncedLength {

    /** It does not say, or nothing that can be believed. */
    static final long UNKNOWN = -1;

    /** More digits than anybody sends, and few enough for a long. */
    private static final int LONGEST = 18;

    private AnnouncedLength() {}

    /** The value of a {@code Content-Length}. Read by hand, since each request comes here. */
    static long of(@Nullable String announced) {
        if (announced == null || announced.isEmpty() || announced.length() > LONGEST) {
            return UNKNOWN;
        }
        long length = 0;
        for (int i = 0; i < announced.length(); i++) {
            int digit = announced.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return UNKNOWN;
            }
            length = length * 10 + digit;
        }
        return length;
    }
}
