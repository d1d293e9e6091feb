// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.InputStream;
import java.nio.channels.ReadableByteChannel;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.stream.BaseStream;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.InputStreamSource;

/** Recognises what can be read once: whoever saves or compares it leaves nothing for the one whom it was meant for. */
final class OneTime {

    private static final List<Class<?>> TYPES = List.of(
            BaseStream.class,
            Iterator.class,
            Enumeration.class,
            Spliterator.class,
            InputStream.class,
            Readable.class,
            ReadableByteChannel.class,
            InputStreamSource.class);

    private OneTime() {}

    static boolean isIn(ResolvableType type) {
        return DeclaredTypes.include(type, OneTime::is);
    }

    static boolean is(Class<?> type) {
        return TYPES.stream().anyMatch(known -> known.isAssignableFrom(type));
    }
}
