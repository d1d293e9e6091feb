// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * What an expression gave as a key or a tenant, as text. It has to be the same for the same work: what tells of an object where it
 * lies in memory is another text for each object, and then every retry would run.
 */
final class KeyText {

    private KeyText() {}

    /** Without an {@code Optional} around it; null where there is nothing in it. */
    static @Nullable Object unwrapped(@Nullable Object found) {
        if (found instanceof Optional<?> wrapped) {
            return unwrapped(wrapped.orElse(null));
        }
        if (found instanceof OptionalInt number) {
            return number.isPresent() ? number.getAsInt() : null;
        }
        if (found instanceof OptionalLong number) {
            return number.isPresent() ? number.getAsLong() : null;
        }
        if (found instanceof OptionalDouble number) {
            return number.isPresent() ? number.getAsDouble() : null;
        }
        return found;
    }

    /** Whether it is one value, whose text says which. */
    static boolean isIn(Object value) {
        return !(value instanceof Collection) && !(value instanceof Map) && isTelling(value);
    }

    /** A record tells what its components tell, and a collection what its elements do. */
    private static boolean isTelling(@Nullable Object value) {
        if (value == null) {
            return true;
        }
        if (value instanceof Collection<?> elements) {
            return elements.stream().allMatch(KeyText::isTelling);
        }
        if (value instanceof Map<?, ?> members) {
            return isTelling(members.keySet()) && isTelling(members.values());
        }
        return hasText(value.getClass()) && (!value.getClass().isRecord() || isTellingInAll(value));
    }

    private static boolean isTellingInAll(Object entity) {
        return Arrays.stream(entity.getClass().getRecordComponents())
                .map(component -> component(component, entity))
                .allMatch(KeyText::isTelling);
    }

    private static @Nullable Object component(RecordComponent component, Object entity) {
        ReflectionUtils.makeAccessible(component.getAccessor());
        return ReflectionUtils.invokeMethod(component.getAccessor(), entity);
    }

    /** That of {@code Object} is a class and a number. */
    private static boolean hasText(Class<?> type) {
        return !type.isArray() && ReflectionUtils.findMethod(type, "toString").getDeclaringClass() != Object.class;
    }
}
