// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates as HTTP has them (RFC 9110, section 5.6.7): a day has two digits, which Java's own format for RFC 1123 leaves out. */
final class HttpDate {

    private static final DateTimeFormatter FIXED = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    static String of(long epochMillis) {
        return FIXED.format(Instant.ofEpochMilli(epochMillis));
    }
}
