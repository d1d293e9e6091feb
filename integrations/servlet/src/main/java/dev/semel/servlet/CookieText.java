// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.http.Cookie;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A cookie as a {@code Set-Cookie} line (RFC 6265). */
final class CookieText {

    private static final Set<String> SAID = Set.of("path", "domain", "max-age", "secure", "httponly", "expires");
    private static final String LONG_AGO =
            DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.EPOCH.atZone(ZoneOffset.UTC));

    private CookieText() {}

    static String of(Cookie cookie) {
        StringBuilder text =
                new StringBuilder(cookie.getName() + "=" + (cookie.getValue() == null ? "" : cookie.getValue()));
        append(text, "Path", cookie.getPath());
        append(text, "Domain", cookie.getDomain());
        if (cookie.getMaxAge() >= 0) {
            append(text, "Max-Age", Integer.toString(cookie.getMaxAge()));
        }
        if (cookie.getMaxAge() == 0) {
            append(text, "Expires", LONG_AGO);
        }
        text.append(cookie.getSecure() ? "; Secure" : "").append(cookie.isHttpOnly() ? "; HttpOnly" : "");
        for (Map.Entry<String, String> attribute : cookie.getAttributes().entrySet()) {
            if (!SAID.contains(attribute.getKey().toLowerCase(Locale.ROOT))) {
                append(text, attribute.getKey(), attribute.getValue());
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name, @org.jspecify.annotations.Nullable String value) {
        if (value != null) {
            text.append("; ").append(name);
            text.append(value.isEmpty() ? "" : "=" + value);
        }
    }
}
