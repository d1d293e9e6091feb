// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("R16, R20: what is settled with semel keys --offline, of a route that runs again for a newer version")
class OfflineVersionsTest {

    private final String key = KeyMaker.uuidV7().next();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    Path folder;

    @BeforeEach
    void doubt() throws Exception {
        Files.writeString(configuration(), """
                listen: 127.0.0.1:0
                tenant:
                  constant: acct_1
                store:
                  type: sqlite
                  file: %s
                upstreams:
                  payments:
                    server: %s
                routes:
                  - path: /charges
                    operation: charges.create
                    version: 2
                    older-answers: rerun
                """.formatted(records(), upstream.uri()));
        upstream.does(request -> request.response().setStatusCode(503).end());
        assertThat(retry().statusCode()).isEqualTo(503);
        upstream.does(request -> {
            asked.incrementAndGet();
            request.response().setStatusCode(201).end("charged again");
        });
    }

    @AfterEach
    void close() {
        upstream.close();
    }

    private Path configuration() {
        return folder.resolve("semel.yaml");
    }

    private Path records() {
        return folder.resolve("semel.db");
    }

    /** Each time by a gateway that has just been started. */
    private HttpResponse<String> retry() throws Exception {
        Service gateway = Service.open(ConfigurationFile.read(configuration(), Map.of()));
        try {
            URI charges = URI.create("http://127.0.0.1:" + gateway.address().getPort() + "/charges");
            return client.send(
                    HttpRequest.newBuilder(charges)
                            .header("Idempotency-Key", key)
                            .POST(HttpRequest.BodyPublishers.ofString("1"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } finally {
            gateway.close();
        }
    }

    private String keys(String command, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("keys", command, "--offline", records().toString(), "--tenant", "acct_1"));
        words.addAll(List.of("--operation", "charges.create", "--key", key));
        words.addAll(List.of(more));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code = Main.run(words, Map.of(), new ByteArrayInputStream(new byte[0]), out, out);
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return said.toString(StandardCharsets.UTF_8);
    }

    private void happened(String... more) throws Exception {
        Path body = Files.writeString(folder.resolve("body.txt"), "charged once");
        List<String> words = new ArrayList<>(List.of("--attempt", "1", "--verdict", "happened", "--status", "201"));
        words.addAll(List.of("--body-file", body.toString(), "--why", "in the ledger", "--who", "grace"));
        words.addAll(List.of(more));
        assertThat(keys("settle", words.toArray(String[]::new))).contains("gets the saved answer");
        assertThat(keys("show", "--config", configuration().toString())).contains("gets the saved answer");
    }

    private void assertChargedOnce() throws Exception {
        HttpResponse<String> retried = retry();

        assertThat(retried.statusCode()).isEqualTo(201);
        assertThat(retried.body()).isEqualTo("charged once");
        assertThat(asked).as("requests at the upstream").hasValue(0);
    }

    @Test
    @DisplayName("is the answer of the route's own version with --config, and every retry's")
    void withConfiguration() throws Exception {
        happened("--config", configuration().toString());

        assertChargedOnce();
    }

    @Test
    @DisplayName("is every retry's answer without --config, too, where nobody knows the version")
    void withoutConfiguration() throws Exception {
        happened();

        assertChargedOnce();
    }
}
