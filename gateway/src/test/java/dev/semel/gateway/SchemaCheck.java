// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks values against a JSON schema, as far as the configuration's goes; a word of it that this does not know is an error. */
final class SchemaCheck {

    private static final Set<String> SILENT = Set.of("$schema", "title", "description", "$defs", "then");

    private final Map<String, Object> root;

    SchemaCheck(Map<String, Object> root) {
        this.root = root;
    }

    /** What is wrong, with its place; nothing where all is well. */
    List<String> problems(Object value) {
        List<String> all = new ArrayList<>();
        check("", root, value, all);
        return all;
    }

    private boolean fits(Object schema, Object value) {
        List<String> all = new ArrayList<>();
        check("", map(schema), value, all);
        return all.isEmpty();
    }

    private void check(String place, Map<String, Object> schema, Object value, List<String> all) {
        schema.forEach((word, wanted) -> {
            if (!SILENT.contains(word) && !holds(place, word, wanted, schema, value, all)) {
                all.add(place + ": " + word + " " + wanted);
            }
        });
    }

    private boolean holds(
            String place, String word, Object wanted, Map<String, Object> schema, Object value, List<String> all) {
        switch (word) {
            case "$ref" -> check(place, definition(wanted.toString()), value, all);
            case "properties" ->
                map(wanted)
                        .forEach((name, inner) ->
                                ifThere(value, name, it -> check(place + "/" + name, map(inner), it, all)));
            case "items" -> {
                if (value instanceof List<?> list) {
                    for (int i = 0; i < list.size(); i++) {
                        check(place + "/" + i, map(wanted), Objects.requireNonNull(list.get(i)), all);
                    }
                }
            }
            case "additionalProperties" -> {
                return additional(place, wanted, schema, value, all);
            }
            case "if" -> {
                if (fits(wanted, value)) {
                    check(place, map(Objects.requireNonNull(schema.get("then"))), value, all);
                }
            }
            default -> {
                return holds(word, wanted, value);
            }
        }
        return true;
    }

    private boolean holds(String word, Object wanted, Object value) {
        return switch (word) {
            case "type" -> isOf(wanted.toString(), value);
            case "enum" -> list(wanted).contains(value);
            case "const" -> wanted.equals(value);
            case "pattern" ->
                !(value instanceof String text)
                        || Pattern.compile(wanted.toString()).matcher(text).find();
            case "minimum" -> !(value instanceof Number number) || number.longValue() >= ((Number) wanted).longValue();
            case "minItems" -> !(value instanceof List<?> some) || some.size() >= ((Number) wanted).intValue();
            case "minProperties" -> !(value instanceof Map<?, ?> some) || some.size() >= ((Number) wanted).intValue();
            case "required" ->
                !(value instanceof Map<?, ?> some) || some.keySet().containsAll(list(wanted));
            case "dependentRequired" ->
                !(value instanceof Map<?, ?> some)
                        || map(wanted).entrySet().stream()
                                .filter(entry -> some.containsKey(entry.getKey()))
                                .allMatch(entry -> some.keySet().containsAll(list(entry.getValue())));
            case "propertyNames" ->
                !(value instanceof Map<?, ?> some) || some.keySet().stream().allMatch(name -> fits(wanted, name));
            case "not" -> !fits(wanted, value);
            case "anyOf" -> list(wanted).stream().anyMatch(one -> fits(one, value));
            case "oneOf" ->
                list(wanted).stream().filter(one -> fits(one, value)).count() == 1;
            default -> throw new IllegalArgumentException("this check does not know " + word);
        };
    }

    private boolean additional(
            String place, Object wanted, Map<String, Object> schema, Object value, List<String> all) {
        if (!(value instanceof Map<?, ?> some)) {
            return true;
        }
        Set<String> known = schema.containsKey("properties")
                ? map(Objects.requireNonNull(schema.get("properties"))).keySet()
                : Set.of();
        boolean good = true;
        for (Map.Entry<?, ?> entry : some.entrySet()) {
            String name = entry.getKey().toString();
            if (!known.contains(name) && Boolean.FALSE.equals(wanted)) {
                good = false;
            } else if (!known.contains(name)) {
                check(place + "/" + name, map(wanted), Objects.requireNonNull(entry.getValue()), all);
            }
        }
        return good;
    }

    private Map<String, Object> definition(String reference) {
        Map<String, Object> definitions = map(Objects.requireNonNull(root.get("$defs")));
        return map(Objects.requireNonNull(definitions.get(reference.substring("#/$defs/".length())), reference));
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer || value instanceof Long;
            default -> throw new IllegalArgumentException("this check does not know the type " + type);
        };
    }

    private static void ifThere(Object value, String name, java.util.function.Consumer<Object> then) {
        @Nullable Object inner = value instanceof Map<?, ?> some ? some.get(name) : null;
        if (inner != null) {
            then.accept(inner);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    static List<?> list(Object value) {
        return (List<?>) value;
    }
}
