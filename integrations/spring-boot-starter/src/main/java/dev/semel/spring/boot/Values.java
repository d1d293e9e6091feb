// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values as JSON, by the application's own Jackson. Safe for use by several threads. */
interface Values {

    /** What to do where there are several mappers: a plain one would save other JSON than the application means. */
    static String which(String usual) {
        return "Mark the one that saves and compares values with @Primary, or call its bean " + usual + ".";
    }

    /**
     * All that the value has by its own class, and the type ids that its declared type asks for: Jackson leaves them out where it
     * has to guess a list's or another generic's type. Refuses a value, and an element of a list of them, of which Jackson sees nothing.
     */
    byte[] write(@Nullable Object value, Type type) throws IOException;

    /** The same for equal values, in whatever order their members are. */
    byte[] canonical(@Nullable Object value, Type type) throws IOException;

    @Nullable
    Object read(byte[] json, Type type) throws IOException;

    /** What a container has; nothing where it is none. */
    static Collection<?> elements(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.values();
        }
        return value instanceof Collection<?> elements
                ? elements
                : value instanceof Object[] array ? Arrays.asList(array) : List.of();
    }

    static IOException unseen(Object value) {
        return new IOException("Jackson sees nothing of " + Names.of(value.getClass())
                + ": give it getters, or annotate what is to be written");
    }
}
