// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Round counts")
class RoundsTest {
    private final Properties counts = counts("race.ci=3\nrace.full=900\nwrong.ci=0\nlarge.ci=12345678901\n");

    @Test
    @DisplayName("come from the file, for the chosen profile")
    void chosenByProfile() {
        assertThat(Rounds.count(counts, "race", "ci")).isEqualTo(3);
        assertThat(Rounds.count(counts, "race", "full")).isEqualTo(900);
        assertThat(Rounds.of("concurrentClaims")).isPositive();
    }

    @Test
    @DisplayName("are refused for a name that the file does not know")
    void unknownName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rounds.count(counts, "reca", "ci"))
                .withMessageContaining("no line reca.ci=");
    }

    @Test
    @DisplayName("are refused for an unknown profile")
    void unknownProfile() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rounds.count(counts, "race", "fulll"))
                .withMessageContaining("use ci or full");
    }

    @Test
    @DisplayName("are refused when they would run nothing, or are no number")
    void uselessCount() {
        assertThatIllegalArgumentException().isThrownBy(() -> Rounds.count(counts, "wrong", "ci"));
        assertThatIllegalArgumentException().isThrownBy(() -> Rounds.count(counts, "large", "ci"));
    }

    @Test
    @DisplayName("stand in the file for both profiles, the full one not below the other")
    void bothProfiles() throws IOException {
        Properties file = new Properties();
        try (var in = Rounds.class.getResourceAsStream("rounds.properties")) {
            file.load(in);
        }
        assertThat(file.stringPropertyNames()).allSatisfy(line -> {
            String name = line.substring(0, line.lastIndexOf('.'));
            assertThat(Rounds.count(file, name, "full")).isGreaterThanOrEqualTo(Rounds.count(file, name, "ci"));
        });
    }

    private static Properties counts(String lines) {
        Properties counts = new Properties();
        try {
            counts.load(new StringReader(lines));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return counts;
    }
}
