// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

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
        @Nullable String path,
        @DefaultValue("SEMEL_VIEW") String viewRole,
        @DefaultValue("SEMEL_SETTLE") String settleRole,
        @DefaultValue("SEMEL_SEE_BODIES") String bodiesRole,
        @DefaultValue List<URI> origins) {}
