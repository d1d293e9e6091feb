// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A decision table of the page, held against Transitions. */
final class DecisionTable {

    private static final String AS_ABOVE = "as above";
    private static final int ENOUGH = 5;

    private final Table table;
    private final Effects effects;
    private final Subject subject;
    private final List<String> conditions;

    DecisionTable(String page, Subject subject) {
        this.table = Table.parse(page, subject.table());
        this.effects = new Effects(page);
        this.subject = subject;
        this.conditions = table.columns().subList(0, table.columns().indexOf("answer"));
    }

    List<Table.Row> rows() {
        return table.rows();
    }

    /** Everything that is wrong: holes, overlaps, rows for nothing, and cells that say something else than the code. */
    List<String> problems() {
        Stream<String> disagreements = rows().stream().flatMap(row -> disagreements(row).stream());
        return Stream.concat(gaps().stream(), disagreements).toList();
    }

    /** Combinations that are not matched by exactly one row. */
    List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        for (Map<String, String> combination : subject.combinations()) {
            List<String> matching = rows().stream()
                    .filter(row -> matches(row, combination))
                    .map(Table.Row::line)
                    .toList();
            if (matching.isEmpty()) {
                gaps.add("no row for " + combination);
            } else if (matching.size() > 1) {
                gaps.add("several rows for " + combination + ": " + matching);
            }
        }
        return gaps;
    }

    /** Where Transitions does something else than the row says: the first few places. */
    List<String> disagreements(Table.Row row) {
        List<Map<String, String>> combinations = subject.combinations().stream()
                .filter(combination -> matches(row, combination))
                .toList();
        if (combinations.isEmpty()) {
            return List.of("the row is about nothing: " + row.line());
        }
        return combinations.stream()
                .flatMap(combination -> subject.runs(combination).stream())
                .flatMap(run -> Stream.ofNullable(disagreement(row, run)))
                .limit(ENOUGH)
                .map(problem -> problem + " in " + row.line())
                .toList();
    }

    private boolean matches(Table.Row row, Map<String, String> combination) {
        return conditions.stream().allMatch(column -> cellMatches(row.cell(column), combination.get(column)));
    }

    private static boolean cellMatches(String cell, String value) {
        return cell.equals("any") || Arrays.asList(cell.split(" or ")).contains(value);
    }

    private @Nullable String disagreement(Table.Row row, Run run) {
        String name = row.cell("answer");
        if (name.equals(AS_ABOVE) && row.cell("record").equals(AS_ABOVE)) {
            return run.decision().equals(run.otherwise()) ? null : "not as above: " + run.decision();
        }
        if (!run.answerName().equals(name)) {
            return "the answer was " + run.answerName() + " to " + run.found();
        }
        KeyRecord expected = effects.expected(row.cell("record"), run);
        KeyRecord written = run.decision().write();
        if (!Objects.equals(expected, written)) {
            return "written was " + written + " instead of " + expected + " on " + run.found();
        }
        KeyRecord after = expected == null ? run.found().present() : expected;
        Sighting sighting =
                after == null ? null : new Sighting(after, run.found().now());
        Object answer = ExpectedAnswers.named(name, sighting);
        return answer.equals(run.decision().answer())
                ? null
                : "the answer told " + run.decision().answer();
    }
}
