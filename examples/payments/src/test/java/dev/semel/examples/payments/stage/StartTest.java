// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("http")
@DisplayName("The example, started in a wrong way,")
class StartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** What the example says until it ends by itself, and how it ends. */
    private record Run(String words, int code) {}

    private Run run(Map<String, String> environment, String argument) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Stage.class.getName(),
                "--port=0",
                argument);
        command.environment().putAll(environment);
        Path words = folder.resolve("words.txt");
        Process process = command.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("it ends")
                    .isTrue();
            return new Run(Files.readString(words), process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--port=abc, --port=abc is no port",
        "--database-url=jdbc:postgresql://127.0.0.1:1/nothing, the PostgreSQL that was named cannot be used"
    })
    @DisplayName("says in a sentence what is wrong, and ends with 1")
    void sentence(String argument, String words) throws Exception {
        Run run = run(Map.of(), argument);
        assertThat(run.words()).contains(words).doesNotContain("Exception");
        assertThat(run.words().lines()).hasSizeLessThan(4);
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    @DisplayName("ends with 1 and the reason when the service ends before it was ever ready, and starts no other")
    void serviceNeverReady() throws Exception {
        String url = Postgres.server().with("user=postgres").url();
        Run run = run(Map.of("SEMEL_JDBC_SCHEMA", "nonsense"), "--database-url=" + url);
        assertThat(run.words().lines())
                .last()
                .asString()
                .startsWith("the service ended before it was ready")
                .contains("nonsense");
        assertThat(run.words()).doesNotContain("starting another");
        assertThat(run.code()).isEqualTo(1);
        assertThat(folder).isDirectoryContaining("glob:**payments-ledger-*.jsonl");
    }
}
