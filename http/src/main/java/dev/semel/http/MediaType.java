// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.List;
import java.util.Locale;

/** The media type of a message, without its parameters. */
final class MediaType {

    private MediaType() {}

    /** In lower case; empty where there is none. */
    static String of(RequestHead head) {
        List<String> values = head.header("Content-Type");
        return values.isEmpty() ? "" : essence(values.get(0));
    }

    static String essence(String contentType) {
        int end = contentType.indexOf(';');
        String essence = end < 0 ? contentType : contentType.substring(0, end);
        return essence.strip().toLowerCase(Locale.ROOT);
    }
}
