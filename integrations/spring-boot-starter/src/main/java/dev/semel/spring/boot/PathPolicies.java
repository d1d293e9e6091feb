// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import java.util.Map;
import java.util.Set;

/** The policies of paths in properties, for whatever serves requests there. */
final class PathPolicies {

    private static final Set<String> USUAL = Set.of("POST", "PATCH");

    private PathPolicies() {}

    /** The routes below this prefix, the application's own path. */
    static Routes of(Map<String, OperationProperties> properties, Policies policies, String prefix) {
        Routes.Builder routes = Routes.builder();
        for (Map.Entry<String, OperationProperties> entry : properties.entrySet()) {
            // Paths may lead to an annotated operation, too, and then everything that its annotation says holds there.
            OperationProperties settings = policies.settings(entry.getKey()).orElse(entry.getValue());
            if (!settings.paths().isEmpty()) {
                Set<String> methods = settings.methods().isEmpty() ? USUAL : settings.methods();
                HttpPolicy policy = policies.policy(entry.getKey(), settings, methods, "semel.operations");
                settings.paths().forEach(path -> routes.route(prefix + path, policy));
            }
        }
        return routes.build();
    }
}
