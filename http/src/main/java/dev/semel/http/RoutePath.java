// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A path as servers find handlers by it: the same for every way of writing it. Else a client that writes {@code /v1/ch%61rges}
 * would reach the handler and not its policy.
 */
final class RoutePath {

    private RoutePath() {}

    /** Decoded, without parameters of segments, empty segments and dots; an encoded slash stays encoded. */
    static String of(String path) {
        return isPlain(path) ? path : normal(path);
    }

    private static boolean isPlain(String path) {
        return path.indexOf('%') < 0 && path.indexOf(';') < 0 && !path.contains("//") && !path.contains("/.");
    }

    private static String normal(String path) {
        Deque<String> kept = new ArrayDeque<>();
        boolean slashAtEnd = true;
        for (String raw : path.split("/", -1)) {
            String segment = decoded(raw);
            slashAtEnd = segment.isEmpty() || segment.equals(".") || segment.equals("..");
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!slashAtEnd) {
                kept.addLast(segment);
            }
        }
        String whole = "/" + String.join("/", kept);
        return slashAtEnd && !kept.isEmpty() ? whole + "/" : whole;
    }

    private static String decoded(String raw) {
        int parameters = raw.indexOf(';');
        String segment = parameters < 0 ? raw : raw.substring(0, parameters);
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        try {
            // The decoder is made for forms, where a plus is a blank; in a path it is a plus.
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8)
                    .replace("/", "%2F");
        } catch (IllegalArgumentException e) {
            // No server finds a handler by a path that cannot be decoded.
            return segment;
        }
    }
}
