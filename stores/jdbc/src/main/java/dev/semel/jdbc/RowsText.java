// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

/**
 * A statement with one row of parameters behind {@code VALUES}, to the end of its line, which is repeated for as many
 * commands as there are. The file, with its single row, can be pasted into a client.
 */
final class RowsText {

    private static final String VALUES = "VALUES (";

    private final String before;
    private final String row;
    private final String after;

    /**
     * Finds the row.
     *
     * @param constructor what stands before each row in this database's SQL
     */
    RowsText(String statement, String constructor) {
        int begin = statement.indexOf(VALUES) + VALUES.length() - 1;
        int end = statement.indexOf('\n', begin);
        before = statement.substring(0, begin);
        row = constructor + statement.substring(begin, end);
        after = statement.substring(end);
    }

    String with(int rows) {
        StringBuilder text = new StringBuilder(before.length() + after.length() + rows * (row.length() + 2));
        text.append(before).append(row);
        for (int i = 1; i < rows; i++) {
            text.append(",\n").append(row);
        }
        return text.append(after).toString();
    }
}
