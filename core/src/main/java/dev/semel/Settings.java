// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses settings by name, so that a bad one stops the start and not the first request. */
final class Settings {

    /** Beyond it some store could not keep a record, and some sum of durations would overflow. */
    static final Duration LONGEST = Duration.ofDays(3650);

    private Settings() {}

    /** Callers need not be checked for nulls by a compiler, and a missing choice must not act as some other choice. */
    static void required(String setting, @Nullable Object value) {
        if (value == null) {
            throw new SettingException(setting, "is null; leave it out to have the default");
        }
    }

    static void atLeast(String setting, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new SettingException(setting, "is " + value + ", must be at least " + least);
        }
    }

    static void atMost(String setting, Duration value, Duration most, String what) {
        if (value.compareTo(most) > 0) {
            throw new SettingException(setting, "is " + value + ", must not be longer than " + most + ", " + what);
        }
    }
}
