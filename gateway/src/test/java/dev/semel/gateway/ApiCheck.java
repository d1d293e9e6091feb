// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static dev.semel.gateway.SchemaCheck.list;
import static dev.semel.gateway.SchemaCheck.map;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks requests and answers against an OpenAPI description, as far as the console's goes, and remembers what was asked; a word
 * of it that this does not know is an error. Safe for use by several threads.
 */
final class ApiCheck {

    private static final Set<String> SILENT = Set.of("description", "required", "additionalProperties");

    private final Map<String, Object> root;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    ApiCheck(String description) {
        this.root = new JsonObject(description).getMap();
    }

    /** What is wrong with an answer, with its place; nothing where all is well. */
    List<String> problems(String method, String path, int status, String type, String body) {
        Object operation = operation(method, path);
        if (operation == null) {
            return List.of("there is no " + method + " " + path);
        }
        asked.add(method + " /" + path);
        Object response = resolved(under(under(operation, "responses"), Integer.toString(status)));
        Object content = under(under(response, "content"), type);
        if (content == null) {
            return List.of(method + " " + path + " answers no " + status + " of " + type);
        }
        List<String> all = new ArrayList<>();
        check("", map(Objects.requireNonNull(under(content, "schema"))), new JsonObject(body).getMap(), all);
        return all;
    }

    /** What is wrong with the body of a request that was answered as a good one. */
    List<String> problems(String method, String path, String body) {
        Object content = under(under(operation(method, path), "requestBody"), "content");
        Object schema = under(under(content, "application/json"), "schema");
        if (schema == null) {
            return List.of(method + " " + path + " takes no JSON");
        }
        List<String> all = new ArrayList<>();
        check("", map(schema), new JsonObject(body).getMap(), all);
        return all;
    }

    private @Nullable Object operation(String method, String path) {
        return under(under(root.get("paths"), "/" + path), method.toLowerCase(Locale.ROOT));
    }

    /** What is described, and nobody has asked for yet. */
    Set<String> unasked() {
        Set<String> left = new TreeSet<>();
        map(Objects.requireNonNull(root.get("paths")))
                .forEach((path, methods) -> map(methods)
                        .keySet()
                        .forEach(method -> left.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        left.removeAll(asked);
        return left;
    }

    private static @Nullable Object under(@Nullable Object value, String step) {
        return value instanceof Map<?, ?> members ? members.get(step) : null;
    }

    private @Nullable Object resolved(@Nullable Object value) {
        return under(value, "$ref") instanceof String reference ? found(reference) : value;
    }

    private Object found(String reference) {
        Object value = root;
        for (String step : reference.substring(2).split("/", -1)) {
            value = Objects.requireNonNull(under(value, step), reference);
        }
        return value;
    }

    private void check(String place, Map<String, Object> schema, @Nullable Object value, List<String> all) {
        schema.forEach((word, wanted) -> {
            if (!SILENT.contains(word) && !holds(place, word, wanted, value, all)) {
                all.add(place + ": " + word + " " + wanted + ", and it is " + value);
            }
        });
        if (value instanceof Map<?, ?> members && schema.get("properties") != null) {
            members(place, schema, members, all);
        }
    }

    private static void members(String place, Map<String, Object> schema, Map<?, ?> members, List<String> all) {
        Object required = schema.get("required");
        if (required != null && !members.keySet().containsAll(list(required))) {
            all.add(place + ": of " + required + " there are " + members.keySet());
        }
        boolean closed = Boolean.FALSE.equals(schema.get("additionalProperties"));
        if (closed && !map(schema.get("properties")).keySet().containsAll(members.keySet())) {
            all.add(place + ": nobody described all of " + members.keySet());
        }
    }

    private boolean holds(String place, String word, Object wanted, @Nullable Object value, List<String> all) {
        return switch (word) {
            case "$ref" -> {
                check(place, map(found(wanted.toString())), value, all);
                yield true;
            }
            case "properties" -> {
                map(wanted).forEach((name, inner) -> {
                    if (value instanceof Map<?, ?> members && members.containsKey(name)) {
                        check(place + "/" + name, map(inner), members.get(name), all);
                    }
                });
                yield true;
            }
            case "items" -> {
                if (value instanceof List<?> elements) {
                    elements.forEach(element -> check(place + "[]", map(wanted), element, all));
                }
                yield true;
            }
            case "oneOf" ->
                list(wanted).stream().filter(one -> fits(map(one), value)).count() == 1;
            default -> holds(word, wanted, value);
        };
    }

    private boolean fits(Map<String, Object> schema, @Nullable Object value) {
        List<String> all = new ArrayList<>();
        check("", schema, value, all);
        return all.isEmpty();
    }

    private static boolean holds(String word, Object wanted, @Nullable Object value) {
        return switch (word) {
            case "type" ->
                (wanted instanceof List<?> some ? some : List.of(wanted))
                        .stream().anyMatch(type -> isOf(type.toString(), value));
            case "enum" -> list(wanted).contains(value);
            case "minimum" -> !(value instanceof Number number) || number.longValue() >= ((Number) wanted).longValue();
            case "maximum" -> !(value instanceof Number number) || number.longValue() <= ((Number) wanted).longValue();
            case "minLength" -> !(value instanceof String text) || text.length() >= ((Number) wanted).intValue();
            case "maxLength" -> !(value instanceof String text) || text.length() <= ((Number) wanted).intValue();
            case "format" -> !(value instanceof String text) || isWritten(wanted.toString(), text);
            default -> throw new IllegalArgumentException("this check does not know " + word);
        };
    }

    private static boolean isWritten(String format, String text) {
        try {
            return switch (format) {
                case "date-time" -> Instant.parse(text) != null;
                case "duration" -> Duration.parse(text) != null;
                case "uri" -> URI.create(text).isAbsolute();
                default -> throw new IllegalStateException("this check does not know the format " + format);
            };
        } catch (java.time.format.DateTimeParseException | IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isOf(String type, @Nullable Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            default -> throw new IllegalArgumentException("this check does not know the type " + type);
        };
    }
}
