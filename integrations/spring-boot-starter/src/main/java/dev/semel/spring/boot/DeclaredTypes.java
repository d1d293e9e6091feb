// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.core.ResolvableType;

/** What a declared type is made of: itself, its type parameters, an array's elements and a record's components, at any depth. */
final class DeclaredTypes {

    private final Predicate<Class<?>> wanted;
    /** A type may be made of itself. */
    private final Set<ResolvableType> seen = new HashSet<>();

    private DeclaredTypes(Predicate<Class<?>> wanted) {
        this.wanted = wanted;
    }

    static boolean include(ResolvableType type, Predicate<Class<?>> wanted) {
        return new DeclaredTypes(wanted).isIn(type);
    }

    private boolean isIn(ResolvableType type) {
        Class<?> own = type.toClass();
        return seen.add(type) && (wanted.test(own) || isInAny(List.of(type.getGenerics())) || isInParts(type, own));
    }

    private boolean isInParts(ResolvableType type, Class<?> own) {
        if (type.isArray()) {
            return isIn(type.getComponentType());
        }
        return own.isRecord()
                && isInAny(Arrays.stream(own.getRecordComponents())
                        .map(RecordComponent::getAccessor)
                        .map(accessor -> ResolvableType.forType(accessor.getGenericReturnType(), type))
                        .toList());
    }

    private boolean isInAny(List<ResolvableType> parts) {
        return parts.stream().anyMatch(this::isIn);
    }

    /** By name, where the type need not be there. */
    static boolean isOf(Class<?> type, String name) {
        if (type.getName().equals(name)) {
            return true;
        }
        Class<?> parent = type.getSuperclass();
        boolean inherited = parent != null && isOf(parent, name);
        return inherited || Arrays.stream(type.getInterfaces()).anyMatch(one -> isOf(one, name));
    }
}
