// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

@DisplayName("The decision tables in ARCHITECTURE.md say what Transitions does (R1, R4-R7, R10, R11, R14, R16, R20)")
class DecisionTableTest {

    private final String page = ArchitecturePage.text();

    @TestFactory
    @DisplayName("every row holds, in every combination that it stands for")
    Stream<DynamicContainer> everyRowHolds() {
        return Subject.all().stream().map(subject -> dynamicContainer(subject.table(), rows(subject)));
    }

    @TestFactory
    @DisplayName("every combination is in exactly one row")
    Stream<DynamicTest> everyCombinationIsInExactlyOneRow() {
        return Subject.all().stream()
                .map(subject -> dynamicTest(subject.table(), () -> {
                    assertThat(subject.combinations()).isNotEmpty();
                    assertThat(new DecisionTable(page, subject).gaps()).isEmpty();
                }));
    }

    private Stream<DynamicTest> rows(Subject subject) {
        DecisionTable table = new DecisionTable(page, subject);
        return table.rows().stream()
                .map(row -> dynamicTest(
                        row.line(), () -> assertThat(table.disagreements(row)).isEmpty()));
    }
}
