// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.http.Cookie;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A cookie as a {@code Set-Cookie} line (RFC 6265). */
final class CookieText {

    private static final Set<String> SAID = Set.of("path", "domain", "max-age", "secure", "httponly", "expires");
    private static final String LONG_AGO = HttpDate.of(0);

    /** What would end a value, or begin an attribute: no cookie has them inside (RFC 6265, section 4.1.1). */
    private static final String NOT_IN_VALUE = " \",;\\";

    private CookieText() {}

    /**
     * The line.
     *
     * @throws IllegalArgumentException for what containers refuse, too: a value from a client must not bring attributes along
     */
    static String of(Cookie cookie) {
        StringBuilder text = new StringBuilder(cookie.getName() + "=" + checkedValue(cookie));
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

    private static String checkedValue(Cookie cookie) {
        String value = cookie.getValue() == null ? "" : cookie.getValue();
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        requireNone(quoted ? value.substring(1, value.length() - 1) : value, NOT_IN_VALUE, "the value of a cookie");
        return value;
    }

    /** The text itself is not shown: it may be a secret. */
    private static void requireNone(String text, String forbidden, String what) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == 0x7f || forbidden.indexOf(c) >= 0) {
                throw new IllegalArgumentException(what + " has the character " + (int) c + " in it, which may not be"
                        + " there (RFC 6265): encode it");
            }
        }
    }

    private static void append(StringBuilder text, String name, @org.jspecify.annotations.Nullable String value) {
        if (value != null) {
            requireNone(value, ";", "an attribute of a cookie");
            text.append("; ").append(name);
            text.append(value.isEmpty() ? "" : "=" + value);
        }
    }
}
