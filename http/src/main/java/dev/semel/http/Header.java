// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.InvalidValueException;

/**
 * One field line of a message. Immutable.
 *
 * @param name a token; compared without regard to case
 * @param value without line breaks or NUL
 */
public record Header(String name, String value) {

    public Header {
        if (!Tokens.isToken(name)) {
            throw new InvalidValueException("a header's name is a token: letters, digits and some marks, no blanks");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\r' || c == '\n' || c == 0) {
                throw new InvalidValueException("the value of header " + name + " has a line break or NUL in it");
            }
        }
    }

    /** Whether the header has this name. */
    public boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }

    /** Shows the name only: values may be secret (R27). */
    @Override
    public String toString() {
        return name + ": …";
    }
}
