// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.SettingException;
import java.util.List;

/** A pattern of paths: fixed segments, <code>{name}</code> for any one segment, <code>**</code> at the end for any rest. Immutable. */
public final class PathPattern {

    private static final String REST = "**";

    private final List<String> segments;
    private final boolean rest;

    private PathPattern(List<String> segments, boolean rest) {
        this.segments = segments;
        this.rest = rest;
    }

    /** Reads a pattern; {@link SettingException} says what is wrong with a bad one. */
    public static PathPattern of(String pattern) {
        if (!pattern.startsWith("/")) {
            throw new SettingException("route", "a pattern begins with a slash");
        }
        checkPath(pattern);
        List<String> segments = List.of(pattern.substring(1).split("/", -1));
        int last = segments.size() - 1;
        boolean rest = segments.get(last).equals(REST);
        List<String> fixed = rest ? segments.subList(0, last) : segments;
        if (fixed.contains(REST)) {
            throw new SettingException("route", "** stands for a rest, and so only at the end of a pattern");
        }
        fixed.forEach(PathPattern::checkSegment);
        return new PathPattern(List.copyOf(fixed), rest);
    }

    /** A pattern that no path fits would protect nothing, and nobody would notice. */
    private static void checkPath(String pattern) {
        if (pattern.indexOf('?') >= 0 || pattern.indexOf('#') >= 0) {
            throw new SettingException("route", "a request finds its policy by its path alone, without a query");
        }
        String compared = RoutePath.of(pattern);
        if (!compared.equals(pattern)) {
            throw new SettingException(
                    "route",
                    "paths are compared decoded, and without empty segments, dots and parameters: write " + compared);
        }
    }

    private static void checkSegment(String segment) {
        if (segment.indexOf('*') >= 0) {
            throw new SettingException("route", "{name} stands for any one segment, and ** at the end for any rest");
        }
        String inner = isAny(segment) ? segment.substring(1, segment.length() - 1) : segment;
        if (inner.indexOf('{') >= 0 || inner.indexOf('}') >= 0) {
            throw new SettingException("route", "{name} is a whole segment, and nothing stands beside it");
        }
    }

    private static boolean isAny(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    /** Whether a path, {@linkplain RequestHead#route as handlers are found by it}, fits. */
    public boolean matches(String path) {
        int at = 0;
        for (String segment : segments) {
            if (at >= path.length() || path.charAt(at) != '/') {
                return false;
            }
            int end = path.indexOf('/', at + 1);
            int to = end < 0 ? path.length() : end;
            if (!fits(segment, path, at + 1, to)) {
                return false;
            }
            at = to;
        }
        return rest || at == path.length();
    }

    private static boolean fits(String segment, String path, int from, int to) {
        return isAny(segment) ? to > from : segment.length() == to - from && path.startsWith(segment, from);
    }
}
