// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The options of the example")
class OptionsTest {

    private static final String URL = "--database-url=jdbc:postgresql://host/shop?user=me&password=";

    private static Options of(String... args) {
        return Options.of(args, Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port=abc", "--port=", "--port=-1", "--port=65536", "--port=99999999999"})
    @DisplayName("say what a port is")
    void port(String wrong) {
        assertThatThrownBy(() -> of(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(wrong + " is no port");
        assertThat(of("--port=65535").port()).isEqualTo(65_535);
    }

    @Test
    @DisplayName("R27: say what a database's URL looks like, without the one that was given")
    void url() {
        assertThatThrownBy(() -> of("--database-url=jdbc:mysql://host/shop?password=secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdbc:postgresql:")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> of("--nothing=secret"))
                .hasMessageContaining("I do not know --nothing;")
                .hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("R22: keep one ledger for each database that stays, and a new one for each that does not")
    void ledger() {
        Path ledger = of(URL + "secret").ledgerFile();
        assertThat(ledger).isEqualTo(of(URL + "other").ledgerFile()).isAbsolute();
        assertThat(ledger)
                .isEqualTo(Options.of(new String[0], Map.of("PAYMENTS_DATABASE_URL", "jdbc:postgresql://host/shop"))
                        .ledgerFile());
        assertThat(ledger)
                .isEqualTo(Options.of(new String[0], Map.of("SEMEL_POSTGRESQL_URL", "jdbc:postgresql://host/shop"))
                        .ledgerFile());
        assertThat(ledger).isNotEqualTo(of(URL.replace("/shop", "/shop2")).ledgerFile());
        assertThat(of(URL, "--ledger=mine.jsonl").ledgerFile()).isEqualTo(Path.of("mine.jsonl"));
        assertThat(of().ledgerFile()).isNotEqualTo(of().ledgerFile());
    }
}
