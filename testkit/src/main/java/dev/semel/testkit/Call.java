// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.util.Locale;

/** The questions that can be asked of a store; each costs a round trip (R2). */
public enum Call {
    CLAIM,
    FINISH,
    RENEW,
    ABANDON,
    FIND,
    PURGE,
    SETTLE,
    /** A question that came into the SPI after this kit was written. */
    OTHER;

    /** The kind of call that a method of the SPI makes. */
    static Call named(String method) {
        String name = method.toUpperCase(Locale.ROOT);
        for (Call call : values()) {
            if (call.name().equals(name)) {
                return call;
            }
        }
        return OTHER;
    }
}
