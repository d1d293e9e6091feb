// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The members of a request's JSON object. What is wrong is told without its value, which may be a key or a password (R27). */
final class Fields {

    private final Map<?, ?> members;

    private Fields(Map<?, ?> members) {
        this.members = members;
    }

    /** The members of an object that has no others than these. */
    static Fields of(@Nullable Object value, Set<String> known) {
        if (!(value instanceof Map<?, ?> members)) {
            throw new InvalidValueException("a JSON object is expected");
        }
        if (!known.containsAll(members.keySet())) {
            throw new InvalidValueException("there is a member that nobody knows; there are " + new TreeSet<>(known));
        }
        return new Fields(members);
    }

    /** A member that is null is as good as missing. */
    boolean has(String name) {
        return members.get(name) != null;
    }

    Optional<String> find(String name) {
        return find(name, String.class, "a text");
    }

    String text(String name) {
        return find(name).orElseThrow(() -> missing(name));
    }

    Optional<Boolean> truth(String name) {
        return find(name, Boolean.class, "true or false");
    }

    Optional<Integer> number(String name, int least, int most) {
        Optional<Number> number = find(name, Number.class, "a number");
        return number.map(found -> {
            if (!(found instanceof Integer) || found.intValue() < least || found.intValue() > most) {
                throw new InvalidValueException(name + " is a whole number from " + least + " to " + most);
            }
            return found.intValue();
        });
    }

    int number(String name) {
        return number(name, 1, Integer.MAX_VALUE).orElseThrow(() -> missing(name));
    }

    List<?> list(String name) {
        Optional<List<?>> list = find(name, List.class, "a list").map(found -> (List<?>) found);
        return list.orElseGet(List::of);
    }

    @Nullable
    Object value(String name) {
        return members.get(name);
    }

    private static InvalidValueException missing(String name) {
        return new InvalidValueException(name + " is missing");
    }

    private <T> Optional<T> find(String name, Class<T> type, String expected) {
        Object value = members.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw new InvalidValueException(name + " is " + expected);
        }
        return Optional.of(type.cast(value));
    }
}
