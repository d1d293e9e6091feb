// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A path in properties, with its policy. */
record PathPolicy(String path, HttpPolicy policy) {

    /** What wildcards elsewhere are made of: here it would be taken as it is written, and fit nothing. */
    private static final Pattern ODD = Pattern.compile("[*?{}]");

    private static final Pattern NAMED = Pattern.compile("\\{[^*?{}:]*}");

    /** Refuses what would protect nothing. */
    void check() {
        if (!path.startsWith("/")) {
            throw refused("does not begin with a slash");
        }
        List<String> segments = List.of(path.substring(1).split("/", -1));
        int last = segments.size() - 1;
        for (String segment : segments.get(last).equals("**") ? segments.subList(0, last) : segments) {
            if (!isNamed(segment) && ODD.matcher(segment).find()) {
                throw refused("has the segment " + segment + ", and no such wildcard is known");
            }
        }
    }

    private SetupException refused(String why) {
        return new SetupException(
                property() + " cannot be used: " + path + " " + why + ".",
                "Change " + property() + ": /fixed/segments, {name} for any one segment, /** at the end for any rest.");
    }

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
        return NAMED.matcher(segment).matches();
    }
}
