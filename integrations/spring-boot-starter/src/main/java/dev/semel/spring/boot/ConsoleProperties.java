// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The console, which is off unless it has a path.
 *
 * @param path Where the console is, with a slash at both ends, for example /console/. Off by default.
 * @param viewRole The role of the application's users who may see records in the console.
 * @param settleRole The role of those who may settle them too.
 * @param bodiesRole The role of those who may see keys and saved answers too.
 * @param origins What proxies in front of the application are called, where they change the Host header, for example https://ops.example.com.
 */
record ConsoleProperties(
        @Nullable String path, String viewRole, String settleRole, String bodiesRole, List<URI> origins) {

    /** What holds where nothing is set; made as the binder makes it. */
    @SuppressWarnings("NullAway")
    static final ConsoleProperties DEFAULTS = new ConsoleProperties(null, null, null, null, null);

    public ConsoleProperties {
        viewRole = Objects.requireNonNullElse(viewRole, "SEMEL_VIEW");
        settleRole = Objects.requireNonNullElse(settleRole, "SEMEL_SETTLE");
        bodiesRole = Objects.requireNonNullElse(bodiesRole, "SEMEL_SEE_BODIES");
        origins = Objects.requireNonNullElse(origins, List.of());
    }
}
