// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which headers travel on: not those that concern one connection, and not what frames the body there. */
final class EndToEnd {

    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private EndToEnd() {}

    /** Copies what travels on, with its length where it has one. */
    static void copy(MultiMap from, MultiMap to) {
        Set<String> named = namedByConnection(from);
        for (Map.Entry<String, String> line : from) {
            if (travels(line.getKey(), named)) {
                to.add(line.getKey(), line.getValue());
            }
        }
    }

    /** What travels on of an answer that is kept; its length is found anew. */
    static Headers of(MultiMap from) {
        Set<String> named = namedByConnection(from);
        List<Header> lines = new ArrayList<>(from.size());
        for (Map.Entry<String, String> line : from) {
            if (travels(line.getKey(), named) && !"content-length".equalsIgnoreCase(line.getKey())) {
                lines.add(new Header(line.getKey(), line.getValue()));
            }
        }
        return Headers.of(lines);
    }

    private static boolean travels(String name, Set<String> named) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !HOP_BY_HOP.contains(lower) && !named.contains(lower);
    }

    /** The names that the Connection header lists, in lower case. */
    static Set<String> namedByConnection(MultiMap headers) {
        List<String> lines = headers.getAll("Connection");
        if (lines.isEmpty()) {
            return Set.of();
        }
        Set<String> named = new HashSet<>();
        for (String line : lines) {
            for (String option : line.split(",", -1)) {
                named.add(option.strip().toLowerCase(Locale.ROOT));
            }
        }
        return named;
    }
}
