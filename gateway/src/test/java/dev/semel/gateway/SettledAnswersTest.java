// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import dev.semel.memory.MemoryStore;
import io.vertx.core.json.JsonObject;
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
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("R16, R19: the answer that somebody gives to a settlement")
class SettledAnswersTest {

    private static final int KEPT = 6 << 20;

    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Service gateway;
    private final Path folder;

    SettledAnswersTest(@TempDir Path folder) throws Exception {
        this.folder = folder;
        Path file = Files.writeString(folder.resolve("semel.yaml"), """
                listen: 127.0.0.1:0
                admin: 127.0.0.1:0
                tenant:
                  constant: acct_1
                store: {type: memory}
                upstreams:
                  exports:
                    server: %s
                routes:
                  - path: /exports
                    operation: exports.create
                    preset: payments
                    answer-limit: %d
                """.formatted(upstream.uri(), KEPT));
        gateway = Service.open(ConfigurationFile.read(file, Map.of()));
        upstream.does(request -> request.response().setStatusCode(503).end());
    }

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private HttpResponse<byte[]> export(String key) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + gateway.address().getPort() + "/exports");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString("1"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private String doubtful() throws Exception {
        String key = keys.next();
        assertThat(export(key).statusCode()).isEqualTo(503);
        return key;
    }

    /** Settles as happened, and gives what the command exits with. */
    private int happened(String key, String admin, String operation, String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of(
                "keys", "settle", "--admin", admin, "--tenant", "acct_1", "--operation", operation, "--attempt", "1"));
        args.addAll(List.of("--verdict", "happened", "--why", "in the list", "--who", "kim"));
        args.addAll(List.of(more));
        said.reset();
        PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
        ByteArrayInputStream in = new ByteArrayInputStream((key + "\n").getBytes(StandardCharsets.UTF_8));
        return Main.run(args, Map.of(), in, print, print);
    }

    private int happened(String key, Path body) throws Exception {
        String admin = "127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort();
        return happened(key, admin, "exports.create", "--status", "201", "--body-file", body.toString());
    }

    @Test
    @DisplayName("may be binary, and as large as its operation keeps, byte for byte")
    void binary() throws Exception {
        byte[] bytes = new byte[KEPT - 4096];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(folder.resolve("export.zip"), bytes);
        String key = doubtful();

        assertThat(happened(key, file))
                .as(said.toString(StandardCharsets.UTF_8))
                .isZero();

        HttpResponse<byte[]> retry = export(key);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo(bytes);
    }

    @Test
    @DisplayName("may be text of which JSON makes six times as much")
    void escaped() throws Exception {
        String text = "\u0001".repeat(KEPT - 4096);
        Path file = Files.writeString(folder.resolve("export.txt"), text);
        String key = doubtful();

        assertThat(happened(key, file))
                .as(said.toString(StandardCharsets.UTF_8))
                .isZero();

        assertThat(new String(export(key).body(), StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @Test
    @DisplayName("is refused where its operation would not keep it, and says how much it keeps")
    void tooLarge() throws Exception {
        Path file = Files.write(folder.resolve("export.zip"), new byte[KEPT + 1]);
        String key = doubtful();

        assertThat(happened(key, file)).isEqualTo(1);

        assertThat(said.toString(StandardCharsets.UTF_8)).contains("its operation keeps up to " + KEPT);
        assertThat(export(key).statusCode()).isEqualTo(409);
    }

    @Test
    @DisplayName("is the value of a method that is called where the command has one, and nowhere else")
    void values() throws Exception {
        MemoryStore store = MemoryStore.create();
        HeldCall call = new HeldCall(store);
        Path file = Files.writeString(folder.resolve("value.json"), "{\"number\": 17}");
        String key = doubtful();
        String admin = "127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort();
        assertThat(happened(key, admin, "exports.create", "--value-file", file.toString()))
                .isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("this operation serves requests");

        try (MountedConsole console = new MountedConsole(store, HeldCall.catalogue())) {
            String there = console.uri().toString();
            assertThat(happened("", there, HeldCall.OPERATION, "--value-file", "no", "--status", "201"))
                    .isEqualTo(2);
            assertThat(happened(HeldCall.KEY, there, HeldCall.OPERATION, "--status", "201"))
                    .isEqualTo(1);
            assertThat(happened(HeldCall.KEY, there, HeldCall.OPERATION, "--value-file", file.toString()))
                    .as(said.toString(StandardCharsets.UTF_8))
                    .isZero();
        }

        assertThat(call.nextCall()).isEqualTo("application/json {\"number\": 17}");
    }

    @Test
    @DisplayName("is one of both kinds, with one body")
    void kinds() throws Exception {
        Operator operator = new Operator(gateway).greeted();
        String key = doubtful();
        JsonObject named = new JsonObject()
                .put("tenant", "acct_1")
                .put("operation", "exports.create")
                .put("key", key);
        JsonObject decision = named.copy()
                .put("attempt", 1)
                .put("verdict", "happened")
                .put("why", "x")
                .put("who", "kim");
        JsonObject text = new JsonObject().put("status", 201).put("body", "x");
        for (JsonObject wrong : List.of(
                text.copy().put("bodyBase64", "eA=="),
                new JsonObject().put("status", 201).put("bodyBase64", "*"),
                text.copy().put("kind", "value"),
                text.copy().put("kind", "words"))) {
            assertThat(operator.post("api/records/settle", decision.copy().put("answer", wrong))
                            .status())
                    .as(wrong.encode())
                    .isEqualTo(400);
        }
        JsonObject good = decision.copy().put("answer", text.put("kind", "http").put("contentType", " "));
        assertThat(operator.post("api/records/settle", good).status()).isEqualTo(200);
        assertThat(export(key).headers().firstValue("Content-Type"))
                .as("a type that is none")
                .isEmpty();
    }
}
