// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Locale;
import java.util.Set;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/** Keeps our secrets out of the actuator's views of properties, also where an application shows values there (R27). */
final class HiddenSecrets implements SanitizingFunction {

    private static final Set<String> OTHERS =
            Set.of("semelkeyhashsecret", "semelissuedkeyssecret", "semelissuedkeysprevioussecret");

    @Override
    public SanitizableData apply(SanitizableData data) {
        return isSecret(letters(data.getKey())) ? data.withValue(SanitizableData.SANITIZED_VALUE) : data;
    }

    /** However it is spelt: SEMEL_ENCRYPTION_KEYS_2026_11 is one, too. */
    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private static boolean isSecret(String name) {
        return name.startsWith("semelencryptionkeys") || OTHERS.contains(name);
    }
}
