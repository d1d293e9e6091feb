// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * What an expression gave as a key or a tenant, as text. It has to be the same for the same work: what tells of an object where it
 * lies in memory is another text for each object, and then every retry would run.
 */
final class KeyText {

    private static final Collector<CharSequence, ?, String> COMMAS = Collectors.joining(",");
    private static final Pattern OWN_SIGNS = Pattern.compile("[\\\\,]");

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

    /** Whether its text says which it is. A collection's does where those of its elements do. */
    static boolean isIn(@Nullable Object value) {
        Object inside = unwrapped(value);
        if (inside == null || inside instanceof CharSequence) {
            return true;
        }
        if (inside instanceof Collection<?> elements) {
            return elements.stream().allMatch(KeyText::isIn);
        }
        if (inside instanceof Map<?, ?> members) {
            return isIn(members.keySet()) && isIn(members.values());
        }
        return hasText(inside) && (!isShownByComponents(inside.getClass()) || isInAll(inside));
    }

    /** That of {@code Object}, and of arrays, is a class and a number. Asked of the text, since a native image knows few methods. */
    private static boolean hasText(Object value) {
        return !value.toString().equals(value.getClass().getName() + "@" + Integer.toHexString(value.hashCode()));
    }

    /** The compiler's {@code toString} is final, and one that somebody wrote is his word. A native image may know none without hints. */
    private static boolean isShownByComponents(Class<?> type) {
        Method shown = type.isRecord() ? ReflectionUtils.findMethod(type, "toString") : null;
        return shown != null && Modifier.isFinal(shown.getModifiers());
    }

    private static boolean isInAll(Object entity) {
        return Arrays.stream(entity.getClass().getRecordComponents())
                .map(component -> component(component, entity))
                .allMatch(KeyText::isIn);
    }

    private static @Nullable Object component(RecordComponent component, Object entity) {
        ReflectionUtils.makeAccessible(component.getAccessor());
        return ReflectionUtils.invokeMethod(component.getAccessor(), entity);
    }

    /**
     * The text, which is another one for other elements, and without blanks, which keys cannot have. Sets and maps have no order that
     * another process would know.
     */
    static String of(Object value) {
        if (value instanceof Map<?, ?> members) {
            return "{"
                    + members.entrySet().stream().map(KeyText::member).sorted().collect(COMMAS) + "}";
        }
        if (value instanceof Collection<?> elements) {
            Stream<String> texts = elements.stream().map(KeyText::element);
            return "[" + (value instanceof Set ? texts.sorted() : texts).collect(COMMAS) + "]";
        }
        return value.toString();
    }

    private static String member(Map.Entry<?, ?> member) {
        return element(member.getKey()).replace("=", "\\=") + "=" + element(member.getValue());
    }

    /** Its own commas do not part it in two. */
    private static String element(@Nullable Object element) {
        Object inside = unwrapped(element);
        return inside == null ? "null" : OWN_SIGNS.matcher(of(inside)).replaceAll("\\\\$0");
    }
}
