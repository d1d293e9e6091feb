// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A path in properties, with its policy. */
record PathPolicy(String path, HttpPolicy policy) {

    String operation() {
        return policy.operation().name();
    }

    String property() {
        return "semel.operations[" + operation() + "].paths";
    }

    /**
     * Is smaller the more exact the path is, of paths that fit the same request: the first segment in which they differ decides, and there a
     * fixed one comes before a named one, and that before any rest.
     */
    String shape() {
        return Arrays.stream(path.split("/", -1))
                .map(segment -> segment.equals("**") ? "3" : isNamed(segment) ? "2" : "1")
                .collect(Collectors.joining());
    }

    /** The same for two paths that fit the same requests, whatever names they give to segments. */
    String withoutNames() {
        return Arrays.stream(path.split("/", -1))
                .map(segment -> isNamed(segment) ? "{}" : segment)
                .collect(Collectors.joining("/"));
    }

    private static boolean isNamed(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }
}
