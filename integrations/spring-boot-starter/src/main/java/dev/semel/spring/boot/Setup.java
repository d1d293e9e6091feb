// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.SettingException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Turns what builders refuse into words about the property that it came from. */
final class Setup {

    private static final Pattern HUMP = Pattern.compile("([a-z])([A-Z])");

    private Setup() {}

    /** Builds what is set below a prefix, in the properties of this kind. */
    static <T> T below(String prefix, Class<? extends Record> properties, Supplier<T> build) {
        try {
            return build.get();
        } catch (SettingException e) {
            String name = kebab(e.setting());
            if (!isOf(properties, name)) {
                throw new SetupException(
                        "What a bean sets cannot be used: " + e.getMessage(),
                        "Change the bean that customizes it: there is no property of this name.",
                        e);
            }
            String property = prefix + name;
            throw new SetupException(property + " cannot be used: " + e.getMessage(), "Change " + property + ".", e);
        }
    }

    /** What a store's builder refuses: its message begins with the setting's name, or speaks of the server. */
    static SetupException ofStore(
            String prefix,
            Class<? extends Record> properties,
            IllegalArgumentException refused,
            SetupException server) {
        String message = String.valueOf(refused.getMessage());
        String name = kebab(message.split(" ", 2)[0]);
        String property = prefix + name;
        return isOf(properties, name)
                ? new SetupException(property + " cannot be used: " + message, "Change " + property + ".", refused)
                : server;
    }

    /** Whether there is such a property: builders have settings that only code can reach, and a message must not invent one. */
    static boolean isOf(Class<? extends Record> properties, String name) {
        return Arrays.stream(properties.getRecordComponents())
                .anyMatch(component -> kebab(component.getName()).equals(name));
    }

    /**
     * Refuses a switch that is bound as off where Boot's condition has taken it for on: it knows but one word for it, and a binder
     * several.
     */
    static void requireOn(String property, boolean bound) {
        if (!bound) {
            throw new SetupException(
                    property + " is neither true nor false.", "To switch it off, set " + property + "=false.");
        }
    }

    /** {@code storeTimeout} as {@code store-timeout}. */
    static String kebab(String setting) {
        return HUMP.matcher(setting).replaceAll("$1-$2").toLowerCase(Locale.ROOT);
    }
}
