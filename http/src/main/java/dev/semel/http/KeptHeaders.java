// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which headers of an answer are kept and given again: all that travel end to end, but never {@code Set-Cookie}, {@code
 * Date}, hop-by-hop headers, those that {@code Connection} names, and what frames the body, unless configured otherwise.
 * Immutable.
 */
public final class KeptHeaders {

    private static final List<String> NEVER = List.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length");

    private static final KeptHeaders DEFAULTS = new KeptHeaders(List.of("set-cookie", "set-cookie2", "date"));

    private final List<String> dropped;

    private KeptHeaders(List<String> dropped) {
        this.dropped = dropped;
    }

    /** As described above. */
    public static KeptHeaders defaults() {
        return DEFAULTS;
    }

    /** These, and this header too: {@code Set-Cookie}, say. Hop-by-hop headers cannot be kept. */
    public KeptHeaders keep(String name) {
        Set<String> fewer = new HashSet<>(dropped);
        fewer.remove(name.toLowerCase(Locale.ROOT));
        return new KeptHeaders(List.copyOf(fewer));
    }

    /** These, but not this header. */
    public KeptHeaders drop(String name) {
        Set<String> more = new HashSet<>(dropped);
        more.add(name.toLowerCase(Locale.ROOT));
        return new KeptHeaders(List.copyOf(more));
    }

    /** Whether a header of this name is kept. */
    public boolean keeps(String name) {
        return !isOneOf(NEVER, name) && !isOneOf(dropped, name);
    }

    /** There are few, and nearly all have another length: to make each name of each answer lower case takes longer. */
    private static boolean isOneOf(Collection<String> names, String name) {
        for (String one : names) {
            if (one.length() == name.length() && one.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /** What is kept of these headers. */
    Headers of(Headers headers) {
        Set<String> named = namedByConnection(headers);
        List<Header> kept = new ArrayList<>(headers.lines().size());
        for (Header header : headers) {
            if (keeps(header.name()) && !isOneOf(named, header.name())) {
                kept.add(header);
            }
        }
        return kept.size() == headers.lines().size() ? headers : Headers.of(kept);
    }

    private static Set<String> namedByConnection(Headers headers) {
        Set<String> named = Set.of();
        for (Header header : headers) {
            if (header.is("Connection")) {
                named = new HashSet<>(named);
                for (String option : header.value().split(",", -1)) {
                    named.add(option.strip().toLowerCase(Locale.ROOT));
                }
            }
        }
        return named;
    }
}
