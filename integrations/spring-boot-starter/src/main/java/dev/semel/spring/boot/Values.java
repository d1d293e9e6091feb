// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.IOException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Values as JSON, by the application's own Jackson. Safe for use by several threads. */
interface Values {

    byte[] write(@Nullable Object value) throws IOException;

    /** The same for equal values, in whatever order their members are. */
    byte[] canonical(@Nullable Object value) throws IOException;

    @Nullable
    Object read(byte[] json, Type type) throws IOException;
}
