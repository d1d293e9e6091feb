// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The JSON schema of a configuration, for editors. What counts is {@link ConfigurationFile}, which a test keeps equal. */
final class ConfigurationSchema {

    private ConfigurationSchema() {}

    static String text() {
        try (InputStream in = Objects.requireNonNull(
                ConfigurationSchema.class.getResourceAsStream("configuration.schema.json"), "schema")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
