// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Where the gateway's spans go")
class TracingChoiceTest {

    private static final String TEXT = """
            tenant:
              constant: all
            store:
              type: memory
            upstreams:
              payments:
                server: http://127.0.0.1:9000
            routes:
              - path: /charges
                operation: charges.create
            """;

    @TempDir
    Path folder;

    private Configuration read(String tracing) throws IOException {
        Path file = Files.writeString(folder.resolve("semel.yaml"), TEXT + tracing);
        return ConfigurationFile.read(file, Map.of("TOKEN", "s3cret"));
    }

    @Test
    @DisplayName(
            "R39: is nowhere unless a configuration says so, and then every trace is kept that no caller has refused")
    void usual() throws IOException {
        assertThat(read("").tracing()).isEmpty();
        TracingChoice choice =
                read("tracing:\n  endpoint: http://127.0.0.1:4318\n").tracing().orElseThrow();

        assertThat(choice)
                .isEqualTo(new TracingChoice(
                        URI.create("http://127.0.0.1:4318/v1/traces"),
                        Map.of(),
                        1,
                        true,
                        "semel-gateway",
                        Duration.ofSeconds(10),
                        4096));
    }

    @Test
    @DisplayName("R27, R39: can be said in full; what the collector wants to know is a secret, and is shown to nobody")
    void whole() throws IOException {
        Configuration configuration = read("""
                tracing:
                  endpoint: https://collector.example.com:4318/otlp/traces
                  headers:
                    Authorization: Bearer ${TOKEN}
                    X-Team: payments
                  sampling: 0.25
                  parent-based: false
                  service-name: checkout
                  timeout: 3s
                  queue: 10
                """);
        TracingChoice choice = configuration.tracing().orElseThrow();

        assertThat(choice.headers()).containsEntry("Authorization", "Bearer s3cret");
        assertThat(choice.sampling()).isEqualTo(0.25);
        assertThat(choice.parentBased()).isFalse();
        assertThat(choice.toString()).doesNotContain("s3cret");
        assertThat(EffectiveConfiguration.of(configuration).get("tracing").toString())
                .contains(
                        "https://collector.example.com:4318/otlp/traces", "Bearer ${TOKEN}", "(not shown)", "queue=10")
                .doesNotContain("s3cret", "payments");
    }

    @ParameterizedTest
    @DisplayName("R39: is told with its line where it cannot be, and no secret is repeated")
    @CsvSource(delimiter = '|', textBlock = """
            sampling: 0.1                          | tracing: | endpoint is missing
            endpoint: grpc://127.0.0.1:4317        | :12:     | it is http://host:port
            endpoint: http://u:p@127.0.0.1:4318    | :12:     | credentials go into headers
            endpoint: http://x, sampling: 2        | :13:     | a number from 0
            endpoint: http://x, sampling: NaN      | :13:     | a number from 0
            endpoint: http://x, parent-based: yes  | :13:     | it is one of [false, true]
            endpoint: http://x, timeout: 2m        | :13:     | at most 1m
            endpoint: http://x, queue: 0           | :13:     | a number of spans
            endpoint: http://x, headers: {'a b': x}| :13:     | headers has one that cannot be sent: a b
            endpoint: http://x, headers: {a: 'é${TOKEN}'} | :13: | headers has one that cannot be sent: a
            endpoint: http://x, sample: 1          | :13:     | there is no setting sample here
            """)
    void refused(String settings, String place, String why) {
        String tracing = "tracing:\n  " + settings.replace(", ", "\n  ") + "\n";

        assertThatThrownBy(() -> read(tracing))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining(place.equals("tracing:") ? "semel.yaml:" : place)
                .hasMessageContaining(why)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    @DisplayName("R39: cannot be changed while the gateway runs, and that is said")
    void reload() throws IOException {
        Configuration running = read("");
        Configuration wanted = read("tracing:\n  endpoint: http://127.0.0.1:4318\n");

        assertThatThrownBy(() -> Restart.unneeded(running, wanted, Duration.ofMinutes(5)))
                .hasMessageContaining("tracing")
                .hasMessageContaining("can be changed by a restart only");
    }
}
