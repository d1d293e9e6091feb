// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.SettingException;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Turns what builders refuse into words about the property that it came from. */
final class Setup {

    private static final Pattern HUMP = Pattern.compile("([a-z])([A-Z])");

    private Setup() {}

    /** Builds what is set below a prefix. */
    static <T> T below(String prefix, Supplier<T> build) {
        try {
            return build.get();
        } catch (SettingException e) {
            String property = prefix + kebab(e.setting());
            throw new SetupException(property + " cannot be used: " + e.getMessage(), "Change " + property + ".", e);
        }
    }

    /** {@code storeTimeout} as {@code store-timeout}. */
    static String kebab(String setting) {
        return HUMP.matcher(setting).replaceAll("$1-$2").toLowerCase(Locale.ROOT);
    }
}
