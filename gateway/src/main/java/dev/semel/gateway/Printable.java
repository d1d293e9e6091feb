// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text that others wrote, for a terminal: what cannot be seen could move its cursor, and is shown as its number. */
final class Printable {

    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final Pattern UNSEEN_BUT_LINES = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");

    private Printable() {}

    /** Without line breaks. */
    static String line(String text) {
        return shown(UNSEEN, text);
    }

    /** With its line breaks. JSON stays the same: what is replaced stands only inside of its texts, and means the same there. */
    static String lines(String text) {
        return shown(UNSEEN_BUT_LINES, text);
    }

    private static String shown(Pattern unseen, String text) {
        return unseen.matcher(text)
                .replaceAll(found -> found.group()
                        .chars()
                        .mapToObj(unit -> String.format(Locale.ROOT, "\\\\u%04x", unit))
                        .collect(Collectors.joining()));
    }
}
