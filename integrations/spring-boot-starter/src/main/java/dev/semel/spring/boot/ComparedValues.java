// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.IdempotencyContext;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * What makes two calls of a method the same, as JSON. Each value is written on its own: among others in a list of anything, Jackson
 * leaves out the type ids of {@code @JsonTypeInfo}, and a refund would be the same as a charge. Safe for use by several threads.
 */
final class ComparedValues {

    private final Values values;
    private final List<Type> parameters;

    /** The types are those of the method's parameters. */
    ComparedValues(Values values, List<Type> parameters) {
        this.values = values;
        this.parameters = List.copyOf(parameters);
    }

    /** What an expression gave, whose type nobody declares. */
    byte[] of(@Nullable Object value) throws IOException {
        return json(value, Object.class).getBytes(StandardCharsets.UTF_8);
    }

    /** Without those that are not the caller's. */
    byte[] ofArguments(@Nullable Object[] arguments) throws IOException {
        StringJoiner own = array();
        for (int i = 0; i < arguments.length; i++) {
            if (parameters.get(i) != IdempotencyContext.class) {
                own.add(json(arguments[i], parameters.get(i)));
            }
        }
        return own.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String json(@Nullable Object value, Type type) throws IOException {
        if (value instanceof Collection<?> elements && isOfAnything(type, Collection.class, 0)) {
            return array(elements);
        }
        if (value instanceof Object[] elements && value.getClass() == Object[].class) {
            return array(Arrays.asList(elements));
        }
        if (value instanceof Map<?, ?> members && isOfAnything(type, Map.class, 1) && isNamed(members)) {
            return object(members);
        }
        return new String(values.canonical(value, type), StandardCharsets.UTF_8);
    }

    /** Also where the declared type is none of a container, as an object's. */
    private static boolean isOfAnything(Type type, Class<?> container, int content) {
        return ResolvableType.forType(type).as(container).getGeneric(content).toClass() == Object.class;
    }

    /** How other keys become names is Jackson's to know. */
    private static boolean isNamed(Map<?, ?> members) {
        return members.keySet().stream().allMatch(String.class::isInstance);
    }

    private String array(Collection<?> elements) throws IOException {
        StringJoiner array = array();
        for (Object element : elements) {
            array.add(json(element, Object.class));
        }
        return array.toString();
    }

    private static StringJoiner array() {
        return new StringJoiner(",", "[", "]");
    }

    private String object(Map<?, ?> members) throws IOException {
        StringJoiner object = new StringJoiner(",", "{", "}");
        for (Map.Entry<?, ?> member : new TreeMap<>(members).entrySet()) {
            object.add(json(member.getKey(), String.class) + ":" + json(member.getValue(), Object.class));
        }
        return object.toString();
    }
}
