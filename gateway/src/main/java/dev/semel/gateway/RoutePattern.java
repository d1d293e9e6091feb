// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.PathPattern;
import dev.semel.http.RequestHead;
import java.util.List;

/**
 * Which paths a route is for, as a configuration says it: refused where no request would ever fit, since such a route would protect
 * nothing and nobody would notice.
 *
 * @param segments what its paths begin with, segment by segment
 * @param rest whether anything may follow
 */
record RoutePattern(List<String> segments, boolean rest) {

    private static final String REST = "**";

    RoutePattern {
        segments = List.copyOf(segments);
    }

    /** Reads a pattern; {@link IllegalArgumentException} says what to write instead of a bad one. */
    static RoutePattern of(String text) {
        PathPattern.of(text);
        checkPath(text);
        List<String> all = List.of(text.substring(1).split("/", -1));
        int last = all.size() - 1;
        boolean rest = all.get(last).equals(REST);
        List<String> segments = rest ? all.subList(0, last) : all;
        segments.forEach(RoutePattern::checkSegment);
        return new RoutePattern(segments, rest);
    }

    private static void checkPath(String text) {
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw new IllegalArgumentException("a request finds its route by its path alone, without a query");
        }
        String compared = compared(text);
        if (!compared.equals(text)) {
            throw new IllegalArgumentException(
                    "paths are compared decoded, and without empty segments, dots and parameters: write " + compared);
        }
    }

    private static void checkSegment(String segment) {
        if (segment.indexOf('*') >= 0) {
            throw new IllegalArgumentException("{name} stands for any one segment, and ** at the end for any rest");
        }
        String inner = isAny(segment) ? segment.substring(1, segment.length() - 1) : segment;
        if (inner.indexOf('{') >= 0 || inner.indexOf('}') >= 0) {
            throw new IllegalArgumentException("{name} is a whole segment, and nothing stands beside it");
        }
    }

    /** Asks who compares: a pattern must be written as requests are seen. */
    private static String compared(String path) {
        return new RequestHead() {
            @Override
            public String method() {
                return "";
            }

            @Override
            public String path() {
                return path;
            }

            @Override
            public String query() {
                return "";
            }

            @Override
            public List<String> header(String name) {
                return List.of();
            }
        }.route();
    }

    /** Without a slash at its end: a protected route takes its paths with one and without. */
    RoutePattern bare() {
        int last = segments.size() - 1;
        return !rest && last > 0 && segments.get(last).isEmpty()
                ? new RoutePattern(segments.subList(0, last), false)
                : this;
    }

    /** Whether every path of another pattern is one of this pattern, too. */
    boolean covers(RoutePattern other) {
        boolean longEnough = rest
                ? other.segments.size() >= segments.size()
                : !other.rest && other.segments.size() == segments.size();
        if (!longEnough) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!covers(segments.get(i), other.segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean covers(String segment, String other) {
        return isAny(segment) ? !other.isEmpty() : segment.equals(other);
    }

    private static boolean isAny(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }
}
