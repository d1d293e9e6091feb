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

    private EndToEnd() {}

    /** Copies what travels on, with its length where it has one. */
    static void copy(MultiMap from, MultiMap to) {
        Set<String> named = namedByConnection(from);
        from.forEach((name, value) -> {
            if (travels(name, named)) {
                to.add(name, value);
            }
        });
    }

    /** What travels on of an answer that is kept; its length is found anew. */
    static Headers of(MultiMap from) {
        Set<String> named = namedByConnection(from);
        // Its size is not asked for: to say it, Vert.x makes a set of all names.
        List<Header> lines = new ArrayList<>();
        for (Map.Entry<String, String> line : from) {
            if (travels(line.getKey(), named) && !"content-length".equalsIgnoreCase(line.getKey())) {
                lines.add(new Header(line.getKey(), line.getValue()));
            }
        }
        return Headers.of(lines);
    }

    /** Whether a header of an answer to a question of the gateway's own belongs to the answer that is kept. */
    static boolean isKept(String name) {
        return !isHopByHop(name)
                && !name.equalsIgnoreCase("content-length")
                && !name.equalsIgnoreCase("date")
                && !name.equalsIgnoreCase("set-cookie");
    }

    private static boolean travels(String name, Set<String> named) {
        return !isHopByHop(name) && (named.isEmpty() || !named.contains(name.toLowerCase(Locale.ROOT)));
    }

    /** By length first: this is asked for each header of each message. */
    private static boolean isHopByHop(String name) {
        return switch (name.length()) {
            case 2 -> name.equalsIgnoreCase("te");
            case 7 -> name.equalsIgnoreCase("trailer") || name.equalsIgnoreCase("upgrade");
            case 10 -> name.equalsIgnoreCase("connection") || name.equalsIgnoreCase("keep-alive");
            case 16 -> name.equalsIgnoreCase("proxy-connection");
            case 17 -> name.equalsIgnoreCase("transfer-encoding");
            case 18 -> name.equalsIgnoreCase("proxy-authenticate");
            case 19 -> name.equalsIgnoreCase("proxy-authorization");
            default -> false;
        };
    }

    /** What nearly all connections say, and it names no header. */
    private static boolean isUsual(String line) {
        return line.equalsIgnoreCase("keep-alive") || line.equalsIgnoreCase("close");
    }

    /**
     * The names that the Connection header lists, in lower case. The key is for all who come after, and nobody may list it (RFC 9110,
     * section 7.6.1): the upstream would see a retry without it.
     */
    static Set<String> namedByConnection(MultiMap headers) {
        List<String> lines = headers.getAll("Connection");
        if (lines.isEmpty() || (lines.size() == 1 && isUsual(lines.get(0)))) {
            return Set.of();
        }
        Set<String> named = new HashSet<>();
        for (String line : lines) {
            for (String option : line.split(",", -1)) {
                named.add(option.strip().toLowerCase(Locale.ROOT));
            }
        }
        named.remove("idempotency-key");
        return named;
    }
}
