// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@DisplayName("A wrong decision table is noticed")
class DecisionTableCanFailTest {

    private final String page = ArchitecturePage.text();

    @TestFactory
    @DisplayName("each answer, replaced by another one")
    Stream<DynamicTest> alteredAnswer() {
        return eachRow((subject, row) -> {
            String other = row.cell("answer").equals("Granted") ? "InProgress" : "Granted";
            return problemsOrRefusal(subject, altered(row, "answer", other));
        });
    }

    @TestFactory
    @DisplayName("each effect, replaced by another one")
    Stream<DynamicTest> alteredEffect() {
        return eachRow((subject, row) -> {
            String other = row.cell("record").equals("leased") ? "unchanged" : "leased";
            return problemsOrRefusal(subject, altered(row, "record", other));
        });
    }

    @TestFactory
    @DisplayName("each row, left out")
    Stream<DynamicTest> missingRow() {
        return eachRow((subject, row) -> new DecisionTable(edited(subject, row, ""), subject).gaps());
    }

    @TestFactory
    @DisplayName("each row, said twice")
    Stream<DynamicTest> overlappingRow() {
        return eachRow((subject, row) -> {
            String twice = row.line() + "\n" + row.line();
            return new DecisionTable(edited(subject, row, twice), subject).gaps();
        });
    }

    @TestFactory
    @DisplayName("each cell of the table of effects, replaced by another word of its column")
    Stream<DynamicTest> alteredEffects() {
        Table effects = Table.parse(page, "effects");
        return effects.rows().stream()
                .flatMap(row -> effects.columns().stream()
                        .skip(1)
                        .flatMap(column ->
                                otherWords(effects, row, column).map(word -> alteredEffect(row, column, word))));
    }

    @Test
    @DisplayName("a row about something that cannot be")
    void rowAboutNothing() {
        Subject renew = new RenewSubject();
        Table.Row row = Table.parse(page, renew.table()).rows().get(0);
        String changed = edited(renew, row, row.line() + "\n| RELEASED | live | current | LOST | unchanged |");
        assertThat(new DecisionTable(changed, renew).problems())
                .singleElement()
                .asString()
                .contains("the row is about nothing");
    }

    private interface Mistake {
        List<String> problems(Subject subject, Table.Row row);
    }

    private Stream<DynamicTest> eachRow(Mistake mistake) {
        return Subject.all().stream()
                .flatMap(subject -> Table.parse(page, subject.table()).rows().stream()
                        .map(row -> dynamicTest(
                                subject.table() + " " + row.line(),
                                () -> assertThat(mistake.problems(subject, row)).isNotEmpty())));
    }

    /** The problems of this one row of a table, after it was altered. */
    private List<String> problems(Subject subject, String alteredLine) {
        DecisionTable table = new DecisionTable(page, subject);
        return table.disagreements(Table.row(Table.parse(page, subject.table()).columns(), alteredLine));
    }

    /** An effect that cannot be at all, such as "same" of nothing, is refused with a sentence instead. */
    private List<String> problemsOrRefusal(Subject subject, String alteredLine) {
        try {
            return problems(subject, alteredLine);
        } catch (IllegalArgumentException impossible) {
            return List.of(impossible.getMessage());
        }
    }

    /** The page with one line of one table replaced: other tables may have a line of the same words. */
    private String edited(Subject subject, Table.Row row, String replacement) {
        String section = ArchitecturePage.section(page, "table: " + subject.table());
        return page.replace(section, section.replace(row.line(), replacement));
    }

    private DynamicTest alteredEffect(Table.Row row, String column, String word) {
        String effect = row.cell("effect");
        String changed = page.replace(row.line(), altered(row, column, word));
        return dynamicTest(
                effect + ": " + column + " = " + word,
                () -> assertThat(anyProblem(changed, effect)).isTrue());
    }

    private static boolean anyProblem(String changedPage, String effect) {
        try {
            return Subject.all().stream()
                    .map(subject -> new DecisionTable(changedPage, subject))
                    .anyMatch(table -> table.rows().stream()
                            .filter(row -> row.cell("record").split(": ", 2)[0].equals(effect))
                            .anyMatch(row -> !table.disagreements(row).isEmpty()));
        } catch (IllegalArgumentException | NullPointerException impossible) {
            return true;
        }
    }

    private static Stream<String> otherWords(Table effects, Table.Row row, String column) {
        return effects.rows().stream()
                .map(other -> other.cell(column))
                .distinct()
                .filter(word -> !word.equals(row.cell(column)) && !meansTheSame(row, column, word));
    }

    /** Where there was no answer, it stays none either way; and a rerun is for the same payload. */
    private static boolean meansTheSame(Table.Row row, String column, String word) {
        boolean noAnswerEitherWay =
                column.equals("saved answer") && row.cell(column).equals("none") && word.equals("same");
        boolean rerunOfTheSame =
                column.equals("fingerprint") && row.cell("effect").equals("rerun");
        return noAnswerEitherWay || rerunOfTheSame;
    }

    private static String altered(Table.Row row, String column, String word) {
        StringBuilder line = new StringBuilder("|");
        row.cells()
                .forEach((name, cell) -> line.append(' ')
                        .append(name.equals(column) ? word : cell)
                        .append(" |"));
        return line.toString();
    }
}
