// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/guarantees.md")
class GuaranteesPageTest {

    private static final Pattern PROOF = Pattern.compile("`(\\w+(?:Test|Rules))`");
    private static final Pattern INVARIANT = Pattern.compile("(?m)^\\| (\\d) \\|.*$");

    private final String page = Repository.read("docs/guarantees.md");

    @Test
    @DisplayName("names only tests that exist")
    void proofsExist() {
        assertThat(missing(page, Repository.classes())).isEmpty();
    }

    @Test
    @DisplayName("is noticed when it names one that does not")
    void missingProofIsNoticed() {
        assertThat(missing(page + " `NobodyWroteThisTest` ", Repository.classes()))
                .containsExactly("NobodyWroteThisTest");
    }

    @Test
    @DisplayName("states the seven invariants, each with its proofs")
    void everyInvariantIsProved() {
        List<String> numbers = new ArrayList<>();
        Matcher invariant = INVARIANT.matcher(page);
        while (invariant.find()) {
            numbers.add(invariant.group(1));
            assertThat(names(invariant.group())).as(invariant.group()).isNotEmpty();
        }
        assertThat(numbers).containsExactly("1", "2", "3", "4", "5", "6", "7");
    }

    private static List<String> missing(String text, Set<String> classes) {
        return names(text).stream().filter(name -> !classes.contains(name)).toList();
    }

    private static List<String> names(String text) {
        return PROOF.matcher(text).results().map(proof -> proof.group(1)).toList();
    }
}
