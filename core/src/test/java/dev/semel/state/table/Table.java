// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Markdown table as columns and rows of cells. */
record Table(String name, List<String> columns, List<Row> rows) {

    /** One line of a table, with its cells by column. */
    record Row(String line, Map<String, String> cells) {

        String cell(String column) {
            String cell = cells.get(column);
            if (cell == null) {
                throw new IllegalArgumentException("no column '" + column + "' in " + line);
            }
            return cell;
        }
    }

    static Table parse(String page, String name) {
        List<String> lines = ArchitecturePage.section(page, "table: " + name)
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();
        List<String> columns = cells(lines.get(0));
        List<Row> rows = lines.stream().skip(2).map(line -> row(columns, line)).toList();
        return new Table(name, columns, rows);
    }

    /** Reads one line of a table with the given columns. */
    static Row row(List<String> columns, String line) {
        List<String> cells = cells(line);
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(columns.size() + " cells expected in " + line);
        }
        Map<String, String> byColumn = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            byColumn.put(columns.get(i), cells.get(i));
        }
        return new Row(line, byColumn);
    }

    private static List<String> cells(String line) {
        String inner = line.strip();
        return Arrays.stream(inner.substring(1, inner.length() - 1).split("\\|", -1))
                .map(String::strip)
                .toList();
    }
}
