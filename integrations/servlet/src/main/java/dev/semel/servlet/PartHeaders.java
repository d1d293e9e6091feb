// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers of a part, and the parameters in them (RFC 7578, RFC 6266). */
final class PartHeaders {

    private PartHeaders() {}

    static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    static Map<String, List<String>> parse(String block) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        // A line that begins with a blank goes on with the one before (RFC 2822, 2.2.3).
        for (String line : block.replaceAll("\r\n[ \t]+", " ").split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(lower(line.substring(0, colon).strip()), none -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    /** The name of a file; the extended one first, which some clients send (RFC 8187), and containers read. */
    static @Nullable String fileName(@Nullable String disposition) {
        String extended = parameter(disposition, "filename*");
        String decoded = extended == null ? null : decoded(extended);
        return decoded == null ? parameter(disposition, "filename") : decoded;
    }

    /** {@code UTF-8'en'na%C3%AFve}; null where it is nothing of the kind. */
    private static @Nullable String decoded(String extended) {
        String[] charsetLanguageText = extended.split("'", 3);
        if (charsetLanguageText.length < 3) {
            return null;
        }
        try {
            // The decoder is made for forms, where a plus is a blank.
            return URLDecoder.decode(
                    charsetLanguageText[2].replace("+", "%2B"), Charset.forName(charsetLanguageText[0].strip()));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The value of a parameter, quoted or not; null where there is none. */
    static @Nullable String parameter(@Nullable String header, String name) {
        if (header == null) {
            return null;
        }
        int at = header.indexOf(';');
        while (at >= 0) {
            int equals = header.indexOf('=', at);
            if (equals < 0) {
                return null;
            }
            StringBuilder value = new StringBuilder();
            int end = read(header, equals + 1, value);
            if (header.substring(at + 1, equals).strip().equalsIgnoreCase(name)) {
                return value.toString();
            }
            at = header.indexOf(';', end);
        }
        return null;
    }

    /** Reads a token or a quoted string; browsers escape quotes as {@code %22} and leave backslashes of file names alone. */
    private static int read(String header, int from, StringBuilder value) {
        if (from >= header.length() || header.charAt(from) != '"') {
            int end = header.indexOf(';', from);
            value.append(header.substring(from, end < 0 ? header.length() : end).strip());
            return end < 0 ? header.length() : end;
        }
        int at = from + 1;
        while (at < header.length() && header.charAt(at) != '"') {
            boolean escaped = header.charAt(at) == '\\' && at + 1 < header.length() && header.charAt(at + 1) == '"';
            at += escaped ? 1 : 0;
            value.append(header.charAt(at));
            at++;
        }
        return Math.min(at + 1, header.length());
    }
}
