// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The policies of paths in properties, for whatever serves requests there. Properties have no order that anybody could rely on: where
 * several paths fit a request, the most exact one counts.
 */
final class PathPolicies {

    private static final Set<String> USUAL = Set.of("POST", "PATCH");

    private PathPolicies() {}

    /** The routes below this prefix, the application's own path. */
    static Routes of(Map<String, OperationProperties> properties, Policies policies, String prefix) {
        List<PathPolicy> paths = new ArrayList<>();
        properties.forEach((name, settings) -> paths.addAll(of(name, settings, policies)));
        refuseSame(paths);
        Routes.Builder routes = Routes.builder();
        // The first that fits counts there.
        paths.sort(Comparator.comparing(PathPolicy::shape));
        paths.forEach(path -> routes.route(prefix + path.path(), path.policy()));
        return routes.build();
    }

    private static List<PathPolicy> of(String name, OperationProperties own, Policies policies) {
        // Paths may lead to an annotated operation, too, and then everything that its annotation says holds there.
        OperationProperties settings = policies.settings(name).orElse(own);
        if (settings.paths().isEmpty()) {
            refuseMethods(name, settings, policies);
            return List.of();
        }
        Set<String> methods = settings.methods().isEmpty() ? USUAL : settings.methods();
        HttpPolicy policy = policies.policy(name, settings, methods, "semel.operations");
        List<PathPolicy> paths = settings.paths().stream()
                .map(path -> new PathPolicy(path, policy))
                .toList();
        paths.forEach(PathPolicy::check);
        return paths;
    }

    /** Of an annotated operation: one that is not there is refused later, with the names of those that are. */
    private static void refuseMethods(String name, OperationProperties settings, Policies policies) {
        if (!settings.methods().isEmpty() && policies.names().contains(name)) {
            throw new SetupException(
                    "semel.operations[" + name
                            + "].methods has no effect: a handler's own mapping says which methods it"
                            + " serves, and there are no paths.",
                    "Take it away, or give the operation paths, too.");
        }
    }

    /** Of two that fit the same requests only one could count, and nobody has said which. */
    private static void refuseSame(List<PathPolicy> paths) {
        Map<String, PathPolicy> taken = new HashMap<>();
        for (PathPolicy path : paths) {
            for (String method : path.policy().methods()) {
                PathPolicy before = taken.putIfAbsent(method + " " + path.withoutNames(), path);
                if (before != null && !before.operation().equals(path.operation())) {
                    throw new SetupException(
                            before.property() + " has " + before.path() + ", and " + path.property() + " has "
                                    + path.path() + ": both fit the same requests, by " + method + ".",
                            "Take the path away from one of them, or give them different methods.");
                }
            }
        }
    }
}
