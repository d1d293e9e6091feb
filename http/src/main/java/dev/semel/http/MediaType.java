// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the header {@code Content-Type} says. */
final class MediaType {

    private static final Pattern BOUNDARY = Pattern.compile(
            ";\\s*boundary\\s*=\\s*(?:\"([^\"\\\\]{1,70})\"|([^\\s;\"]{1,70}))", Pattern.CASE_INSENSITIVE);

    private MediaType() {}

    /** The header; empty where there is none. */
    static String header(RequestHead head) {
        List<String> values = head.header("Content-Type");
        return values.isEmpty() ? "" : values.get(0);
    }

    /** The media type of a request, without parameters, in lower case. */
    static String of(RequestHead head) {
        return essence(header(head));
    }

    /** The media type without parameters, in lower case. */
    static String essence(String contentType) {
        int end = contentType.indexOf(';');
        String essence = end < 0 ? contentType : contentType.substring(0, end);
        return essence.strip().toLowerCase(Locale.ROOT);
    }

    static boolean isJson(String essence) {
        return essence.equals("application/json") || essence.endsWith("+json") || essence.equals("text/json");
    }

    /** The boundary of a multipart body; null where there is none that could be one. */
    static @Nullable String boundary(String contentType) {
        Matcher matcher = BOUNDARY.matcher(contentType);
        if (!matcher.find()) {
            return null;
        }
        return matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    }
}
