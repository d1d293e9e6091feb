// SPDX-License-Identifier: Apache-2.0
package dev.semel.micrometer;

import java.util.Locale;

/** Tag values: words from short lists, in lower case. */
final class Words {

    static final String NONE = "none";

    private Words() {}

    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String ofReplay(boolean success, boolean omitted) {
        if (omitted) {
            return "omitted";
        }
        return success ? "success" : "failure";
    }
}
