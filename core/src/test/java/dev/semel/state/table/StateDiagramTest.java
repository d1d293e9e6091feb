// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.State;
import dev.semel.state.table.Reachable.Edge;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The state diagram in ARCHITECTURE.md shows what Transitions does (R4)")
class StateDiagramTest {

    private static final Pattern ARROW = Pattern.compile("(?m)^ *(\\S+) --> (\\S+): (.+)$");
    private static final Reachable REACHABLE = new Reachable();

    private final String page = ArchitecturePage.text();

    @Test
    @DisplayName("its arrows are exactly the moves that can happen")
    void arrowsAreTheMoves() {
        assertThat(arrows(page)).containsExactlyInAnyOrderElementsOf(REACHABLE.edges());
    }

    @Test
    @DisplayName("an arrow too few and an arrow too many are noticed")
    void wrongArrowsAreNoticed() {
        String tooFew = page.replace("    IN_DOUBT --> RELEASED: settle\n", "");
        String tooMany = page.replace("RELEASED --> IN_PROGRESS: claim", "RELEASED --> IN_PROGRESS: claim, renew");

        assertThat(REACHABLE.edges()).contains(new Edge("IN_DOUBT", "RELEASED", "settle"));
        assertThat(arrows(tooFew)).isNotEqualTo(REACHABLE.edges());
        assertThat(arrows(tooMany)).isNotEqualTo(REACHABLE.edges());
        assertThat(arrows(page)).isEqualTo(REACHABLE.edges());
    }

    @Test
    @DisplayName("every state is reached, and every reason")
    void everythingIsReached() {
        assertThat(REACHABLE.records()).extracting(KeyRecord::state).contains(State.values());
        assertThat(REACHABLE.records()).extracting(KeyRecord::reason).containsOnly(Reason.values());
    }

    @Test
    @DisplayName("no record can come to be that the tables leave out")
    void tablesLeaveNothingOut() {
        assertThat(REACHABLE.records())
                .allSatisfy(record -> assertThat(Combinations.isPossible(described(record)))
                        .as("the tables know records like %s", record)
                        .isTrue());
    }

    private static Map<String, String> described(KeyRecord record) {
        var answer = record.answer();
        boolean older = answer != null && answer.attempt() != record.attempt();
        return Map.of(
                "state", record.state().name(),
                "older answer", older ? "yes" : "no",
                "after doubt", record.reason().followsDoubt() ? "yes" : "no");
    }

    private static Set<Edge> arrows(String page) {
        Set<Edge> arrows = new HashSet<>();
        Matcher arrow = ARROW.matcher(ArchitecturePage.section(page, "diagram: states"));
        while (arrow.find()) {
            Arrays.stream(arrow.group(3).split(", "))
                    .forEach(command -> arrows.add(new Edge(arrow.group(1), arrow.group(2), command)));
        }
        return arrows;
    }
}
