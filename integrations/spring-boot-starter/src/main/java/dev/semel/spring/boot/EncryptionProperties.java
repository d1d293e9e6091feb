// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encryption of saved answers in the store, which is off unless there are keys.
 *
 * @param current Id of the key that saved answers are sealed with, or none to open only and save answers as they are.
 * @param keys Secrets of all keys that saved answers are opened with, by their ids: 32 random bytes each, in base64 or hexadecimal.
 * @param plain What becomes of answers in the store that are not sealed.
 */
record EncryptionProperties(@Nullable String current, Map<String, String> keys, PlainAnswers plain) {

    /** What holds where nothing is set; made as the binder makes it. */
    @SuppressWarnings("NullAway")
    static final EncryptionProperties DEFAULTS = new EncryptionProperties(null, null, null);

    public EncryptionProperties {
        keys = Objects.requireNonNullElse(keys, Map.of());
        plain = Objects.requireNonNullElse(plain, PlainAnswers.REPLAY);
    }

    /** Whether somebody has set any of it. */
    boolean isSet() {
        return !equals(DEFAULTS);
    }

    /** Shows the names of the keys, and nothing of the secrets. */
    @Override
    public String toString() {
        return "EncryptionProperties[current=" + current + ", keys=" + keys.keySet() + ", plain=" + plain + "]";
    }
}
