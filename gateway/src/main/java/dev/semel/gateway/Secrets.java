// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills in what does not belong in a file: {@code ${NAME}} from the environment, {@code ${file:/run/secrets/name}}. */
final class Secrets {

    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");

    private final Map<String, String> environment;

    Secrets(Map<String, String> environment) {
        this.environment = environment;
    }

    String fill(String text) {
        return text.contains("${") ? PLACE.matcher(text).replaceAll(this::value) : text;
    }

    private String value(java.util.regex.MatchResult place) {
        String name = place.group(1);
        String value = name.startsWith("file:")
                ? content(name.substring("file:".length()))
                : Optional.ofNullable(environment.get(name))
                        .orElseThrow(
                                () -> new IllegalArgumentException("the environment variable " + name + " is not set"));
        return Matcher.quoteReplacement(value);
    }

    private static String content(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("the file " + file + " cannot be read", e);
        }
    }
}
