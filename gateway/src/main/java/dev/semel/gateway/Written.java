// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A configuration as its file says it: what comes from the environment or from other files is still {@code ${NAME}}, and what the
 * file itself should not have said is left out.
 */
final class Written {

    static final String HIDDEN = "(not shown)";

    private static final Pattern PLACE = Pattern.compile("\\$\\{[^}]*}");
    /** To the last at sign: a password may have one, and a slash. */
    private static final Pattern CREDENTIALS = Pattern.compile("(?<=://).*@");

    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([?&;][^=&;]*(?:pass|pwd|secret|token|credential|key)[^=&;]*=)[^&;]*");

    private Written() {}

    /** Of a file that was read without a problem, and so is no deeper than it may be. */
    static Map<String, Object> of(Node root) {
        return root instanceof MappingNode mapping ? mapping(mapping) : Map.of();
    }

    private static Map<String, Object> mapping(MappingNode mapping) {
        Map<String, Object> all = new LinkedHashMap<>();
        mapping.getValue().forEach(entry -> {
            if (entry.getKeyNode() instanceof ScalarNode key) {
                all.put(key.getValue(), value(key.getValue(), entry.getValueNode()));
            }
        });
        return all;
    }

    private static Object value(String key, Node node) {
        if (node instanceof MappingNode mapping) {
            return switch (key) {
                case "headers" -> headers(mapping);
                case "keys" -> keys(mapping);
                default -> mapping(mapping);
            };
        }
        if (node instanceof SequenceNode sequence) {
            List<Object> all = new ArrayList<>();
            sequence.getValue().forEach(entry -> all.add(value(key, entry)));
            return all;
        }
        return node instanceof ScalarNode scalar ? shown(key, scalar.getValue()) : HIDDEN;
    }

    /** Credentials, as likely as not: only what names a place where they are is shown. */
    private static Map<String, Object> headers(MappingNode mapping) {
        Map<String, Object> all = mapping(mapping);
        all.replaceAll((name, value) -> value.toString().contains("${") ? value : HIDDEN);
        return all;
    }

    /** Names and secrets: each is shown as a place where it is, and not at all where it is written out. */
    private static Map<String, Object> keys(MappingNode mapping) {
        Map<String, Object> all = mapping(mapping);
        all.replaceAll((name, value) -> shown("secret", value.toString()));
        return all;
    }

    static String shown(String key, String value) {
        boolean secret = key.endsWith("secret") || key.endsWith("password") || key.endsWith("token");
        if (secret) {
            return PLACE.matcher(value).matches() ? value : HIDDEN;
        }
        String open = CREDENTIALS.matcher(value).replaceAll(HIDDEN + "@");
        return PARAMETER.matcher(open).replaceAll("$1" + HIDDEN);
    }

    /** Whether more is meant than is shown. */
    static boolean hides(Object value) {
        return value instanceof List<?> list
                ? list.stream().anyMatch(Written::hides)
                : value.toString().contains("${") || value.toString().contains(HIDDEN);
    }
}
