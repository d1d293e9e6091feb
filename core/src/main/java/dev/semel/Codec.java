// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.nio.charset.StandardCharsets;

/**
 * Turns values into saved answers and back. Must be safe for use by several threads.
 *
 * @param <T> the values
 */
public interface Codec<T> {

    /** Strings as UTF-8. */
    Codec<String> UTF_8 = new Codec<>() {
        @Override
        public Saved save(String value) {
            return Saved.owning("text/plain;charset=utf-8", value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String load(Saved saved) {
            return StandardCharsets.UTF_8.decode(saved.view()).toString();
        }
    };

    /** The value as it is saved. */
    Saved save(T value);

    /** The value that was saved. */
    T load(Saved saved);
}
