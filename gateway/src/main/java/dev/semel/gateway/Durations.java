// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lengths of time as people write them: 500ms, 30s, 15m, 24h, 7d. */
final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private Durations() {}

    static Duration parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a length of time is a number with ms, s, m, h or d, as in 30s");
        }
        long count = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    /** In the largest unit that fits. */
    static String show(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0 || millis == 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** For people, who want to know about how long: in its two largest units, as in 1d 2h. */
    static String rough(Duration duration) {
        long days = duration.toDays();
        long hours = duration.toHoursPart();
        long minutes = duration.toMinutesPart();
        long seconds = duration.toSecondsPart();
        if (days > 0) {
            return days + "d" + more(hours, "h");
        }
        if (hours > 0) {
            return hours + "h" + more(minutes, "m");
        }
        return minutes > 0 ? minutes + "m" + more(seconds, "s") : seconds + "s";
    }

    private static String more(long count, String unit) {
        return count == 0 ? "" : " " + count + unit;
    }
}
