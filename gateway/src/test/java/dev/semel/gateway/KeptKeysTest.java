// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R25: a gateway that is told to read its configuration again")
class KeptKeysTest {

    private static final String OLD = "a secret of more than sixteen bytes";
    private static final String YOUNG = "another secret of more than sixteen";
    private static final Instant NOW = Instant.parse("2030-01-31T12:00:00Z");

    private static Configuration with(String secrets, String doubt) {
        return Configured.read("""
                store: {type: memory}
                issued-keys: {%s}
                upstreams: {behind: {server: http://127.0.0.1:1}}
                routes:
                  - {path: /charges, operation: charges.create, key-rules: issued, in-doubt: %s}
                """.formatted(secrets, doubt));
    }

    private static Configuration only(String secret) {
        return with("secret: " + secret, "rerun");
    }

    private static Configuration both(Instant since, String doubt) {
        return with("secret: " + YOUNG + ", previous-secret: " + OLD + ", since: '" + since + "'", doubt);
    }

    private static void assertRefused(Configuration running, Configuration wanted) {
        assertThatThrownBy(() -> KeptKeys.require(running, wanted, NOW))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageStartingWith("issued-keys: would refuse keys that clients still have")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(OLD, YOUNG));
    }

    private static void assertTaken(Configuration running, Configuration wanted) {
        assertThatCode(() -> KeptKeys.require(running, wanted, NOW)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("takes another secret from an instant on that is still to come, and the same one again")
    void rotated() {
        assertTaken(only(OLD), only(OLD));
        assertTaken(only(OLD), both(NOW.plusSeconds(1), "rerun"));
        assertTaken(both(NOW.minusSeconds(60), "rerun"), both(NOW.minusSeconds(60), "rerun"));
    }

    @Test
    @DisplayName("refuses one that counts at once, or alone: clients have keys by the one before")
    void replaced() {
        assertRefused(only(OLD), only(YOUNG));
        assertRefused(only(OLD), both(NOW.minusSeconds(1), "rerun"));
    }

    @Test
    @DisplayName("refuses to forget the one before while sessions are remembered that it signed")
    void forgotten() {
        Duration remembered = Duration.ofHours(24).plusMinutes(15).plusMinutes(40);
        assertRefused(both(NOW.minus(remembered).plusSeconds(1), "rerun"), only(YOUNG));
        assertTaken(both(NOW.minus(remembered), "rerun"), only(YOUNG));
        assertRefused(both(NOW.minus(remembered), "hold"), only(YOUNG));
        assertTaken(both(NOW.minus(remembered).minus(Duration.ofDays(30)), "hold"), only(YOUNG));
    }

    @Test
    @DisplayName("is refused by the running gateway, which goes on as before")
    void running() {
        String text = """
                store: {type: memory}
                issued-keys: {secret: %s}
                upstreams: {behind: {server: http://127.0.0.1:1}}
                routes:
                  - {path: /charges, operation: charges.create, key-rules: issued, in-doubt: rerun}
                """;
        try (Service gateway = Configured.open(text.formatted(OLD))) {
            gateway.reload(Configured.read(text.formatted(OLD)));
            assertThatThrownBy(() -> gateway.reload(Configured.read(text.formatted(YOUNG))))
                    .isInstanceOf(BadConfiguration.class)
                    .hasMessageStartingWith("issued-keys: ");
        }
    }
}
