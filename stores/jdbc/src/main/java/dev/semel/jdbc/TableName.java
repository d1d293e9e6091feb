// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.util.regex.Pattern;

/**
 * Where the records are: {@value #DEFAULT}, or a name of the user's, with a schema before it where wanted. The table of
 * the schema's version is named after it.
 *
 * @param name for example {@code semel_record} or {@code billing.semel_record}
 */
record TableName(String name) {

    static final String DEFAULT = "semel_record";
    private static final String DEFAULT_VERSION = "semel_schema";
    private static final Pattern PLAIN = Pattern.compile("([a-z_][a-z0-9_]{0,47}\\.)?[a-z_][a-z0-9_]{0,47}");

    TableName {
        // It becomes part of the statements' text: nothing that could end a name may be in it.
        if (!PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException("table is a lower-case name of at most 48 letters, digits and"
                    + " underscores, with a schema before it if you like: \"" + DEFAULT + "\", \"billing." + DEFAULT
                    + "\"");
        }
    }

    /** The statement with this table instead of the default one. */
    String in(String statement) {
        if (name.equals(DEFAULT)) {
            return statement;
        }
        // An index has no schema of its own: it is where its table is.
        return statement
                .replace("INDEX " + DEFAULT + "_", "INDEX " + unqualified() + "_")
                .replace(DEFAULT_VERSION, version())
                .replaceAll("\\b" + DEFAULT + "\\b", name);
    }

    /** The table with the version of the schema. */
    String version() {
        return name.equals(DEFAULT) ? DEFAULT_VERSION : name + "_schema";
    }

    private String unqualified() {
        return name.substring(name.indexOf('.') + 1);
    }
}
