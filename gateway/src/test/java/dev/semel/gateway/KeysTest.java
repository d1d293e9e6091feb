// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import io.vertx.core.http.HttpServerRequest;
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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("The command semel keys")
class KeysTest {

    private static final String TOKEN = "token-of-the-robot-0123456789abcdef";

    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Service gateway;

    @TempDir
    Path folder;

    private void open(String store, String more) throws Exception {
        Path file = Files.writeString(folder.resolve("semel.yaml"), """
                listen: 127.0.0.1:0
                admin: 127.0.0.1:0
                tenant:
                  constant: acct_1
                store: %s
                upstreams:
                  payments:
                    server: %s
                routes:
                  - path: /charges
                    operation: charges.create
                    preset: payments
                %s""".formatted(store, upstream.uri(), more));
        gateway = Service.open(ConfigurationFile.read(file, Map.of("TOKEN", TOKEN)));
    }

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private int charge(String key) throws Exception {
        return sent(key).statusCode();
    }

    private HttpResponse<String> sent(String key) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + gateway.address().getPort() + "/charges"))
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofString("1"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String doubtful() throws Exception {
        String key = keys.next();
        upstream.does(request -> request.response().setStatusCode(503).end());
        assertThat(charge(key)).isEqualTo(503);
        upstream.does(request -> request.response().setStatusCode(201).end("done"));
        return key;
    }

    /** Runs the command with a line of input, and gives what it exits with. */
    private int semel(Map<String, String> environment, String input, String... words) throws Exception {
        out.reset();
        err.reset();
        List<String> args = new ArrayList<>(List.of("keys"));
        args.addAll(List.of(words));
        return Main.run(
                args,
                environment,
                new ByteArrayInputStream((input + "\n").getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private int here(String input, String... words) throws Exception {
        return semel(
                Map.of(
                        "SEMEL_ADMIN",
                        "127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort()),
                input,
                words);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("R36: what others wrote does not move the terminal's cursor, begin a line or turn text around")
    void unseen() throws Exception {
        open("{type: memory}", "");
        String key = doubtful();
        String[] name = {"--tenant", "acct_1", "--operation", "charges.create"};
        String evil = "x\u001b[2J\u009b1m\u202ey\u0085\u2028z\n  2026 attempt 9 ran\u007f";

        here(
                key,
                "settle",
                name[0],
                name[1],
                name[2],
                name[3],
                "--attempt",
                "1",
                "--verdict",
                "run-again",
                "--who",
                "eve",
                "--why",
                evil);
        String settled = said();
        here(key, "show", name[0], name[1], name[2], name[3], "--json");

        for (String shown : List.of(settled, said())) {
            assertThat(shown).contains("\\u009b1m\\u202ey\\u0085\\u2028z");
            assertThat(shown.replaceAll("[\n\r]", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
        }
        assertThat(settled.lines()).noneMatch(line -> line.startsWith("  2026 attempt 9"));
        assertThat(new JsonObject(said())
                        .getJsonArray("history")
                        .getJsonObject(1)
                        .getString("why"))
                .isEqualTo(evil);
    }

    @Test
    @DisplayName("R36: lists, shows and settles at a gateway; the key is read from the input and never printed")
    void atGateway() throws Exception {
        open("{type: memory}", "");
        String key = doubtful();
        assertThat(charge(keys.next())).isEqualTo(201);

        assertThat(here("", "list", "--settleable")).isZero();
        assertThat(said()).contains("charges.create", "held", "acct_1").doesNotContain(key);
        assertThat(said().lines()).hasSize(2);
        assertThat(here("", "list", "--json", "--state", "completed,in-doubt")).isZero();
        assertThat(new JsonObject(said()).getJsonArray("records")).hasSize(2);
        String[] name = {"--tenant", "acct_1", "--operation", "charges.create"};
        assertThat(here(key, "show", name[0], name[1], name[2], name[3])).isZero();
        assertThat(said())
                .contains(
                        "held (IN_DOUBT)",
                        "expires      never: it waits",
                        "gets 409 until somebody settles it",
                        "attempt 1 began: the key was new")
                .doesNotContain(key);
        String hash = said().substring(said().indexOf('#'), said().indexOf('#') + 13);

        assertThat(here(
                        "",
                        "settle",
                        "--hash",
                        hash,
                        "--attempt",
                        "2",
                        "--verdict",
                        "run-again",
                        "--why",
                        "x",
                        "--who",
                        "me"))
                .isEqualTo(4);
        assertThat(complained()).contains("nothing was changed by this request");
        Path body = Files.writeString(folder.resolve("body.json"), "{\"id\":7}");
        assertThat(here(
                        "",
                        "settle",
                        "--hash",
                        hash,
                        "--attempt",
                        "1",
                        "--verdict",
                        "happened",
                        "--status",
                        "201",
                        "--body-file",
                        body.toString(),
                        "--why",
                        "found it",
                        "--who",
                        "me",
                        "--json"))
                .isZero();
        assertThat(new JsonObject(said()).getString("state")).isEqualTo("COMPLETED");
        assertThat(charge(key)).isEqualTo(201);
        assertThat(upstream.asked()).hasSize(2);
    }

    @Test
    @DisplayName("R36: says what is wrong, and exits with a number that programs can tell apart")
    void exits() throws Exception {
        open("{type: memory}", "");
        assertThat(here("")).isEqualTo(2);
        assertThat(here("", "show", "--tenant", "acct_1")).isEqualTo(2);
        assertThat(complained()).contains("--operation is missing");
        assertThat(here("", "list", "--nonsense", "1")).isEqualTo(2);
        assertThat(here("", "list", "--older-than", "soon")).isEqualTo(2);
        assertThat(here(keys.next(), "show", "--tenant", "acct_1", "--operation", "charges.create"))
                .isEqualTo(3);
        assertThat(complained()).contains("never claimed, or it has expired");
        assertThat(here("", "show", "--hash", "#000000000000")).isEqualTo(3);
        assertThat(here("", "list", "--state", "lost")).isEqualTo(1);
        assertThat(complained()).contains("a state is one of");
        assertThat(semel(Map.of(), "", "list", "--admin", "127.0.0.1:1")).isEqualTo(1);
        assertThat(complained()).contains("no gateway answers at http://127.0.0.1:1/console/");
        assertThat(here("", "list", "--config", "semel.yaml")).isEqualTo(2);
        assertThat(complained()).contains("--config goes with --offline");
        assertThat(here("", "show", "--offline", "semel.db", "--ref", "abc")).isEqualTo(2);
        assertThat(complained()).contains("--ref is good in the process that showed it", "--hash");
        assertThat(here("", "list", "--offline", "semel.db", "--admin", "localhost:1"))
                .isEqualTo(2);
        assertThat(complained()).contains("--admin and --token-file lead to a gateway, and --offline to a file");
    }

    @Test
    @DisplayName("R36: prints no more than it is told to, and shows a record of any state by the hash that a log names")
    void limitsAndHashes() throws Exception {
        open("{type: memory}", "");
        for (int i = 0; i < 12; i++) {
            assertThat(charge(keys.next())).isEqualTo(200);
        }

        assertThat(here("", "list", "--json", "--limit", "5")).isZero();
        JsonObject five = new JsonObject(said());
        assertThat(five.getJsonArray("records")).hasSize(5);
        assertThat(five.getBoolean("more")).isTrue();
        assertThat(here("", "list", "--limit", "5")).isZero();
        assertThat(said().lines().filter(line -> line.contains("charges.create")))
                .hasSize(5);
        assertThat(here("", "list", "--json", "--limit", "12")).isZero();
        assertThat(new JsonObject(said()).getJsonArray("records")).hasSize(12);
        assertThat(here("", "list", "--limit", "0")).isEqualTo(2);
        String hash = five.getJsonArray("records")
                .getJsonObject(0)
                .getJsonObject("key")
                .getString("hash");
        assertThat(here("", "show", "--hash", hash)).isZero();
        assertThat(said()).contains("COMPLETED");
        String[] settle = {"settle", "--hash", hash, "--attempt", "1", "--verdict", "run-again", "--why", "x"};
        assertThat(here("", settle)).isEqualTo(3);
        assertThat(complained()).contains("no record that can be settled has the hash", "keys show --hash");
    }

    @Test
    @DisplayName("R36: signs in with a token from the environment or a file")
    void signsIn() throws Exception {
        open("{type: memory}", """
                console:
                  users:
                    - name: robot
                      token: ${TOKEN}
                      roles: view
                """);
        String admin = "127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort();
        assertThat(semel(Map.of(), "", "list", "--admin", admin)).isEqualTo(5);
        assertThat(complained()).contains("SEMEL_TOKEN");
        assertThat(semel(Map.of("SEMEL_TOKEN", TOKEN), "", "list", "--admin", admin))
                .isZero();
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        assertThat(semel(Map.of(), "", "list", "--admin", admin, "--token-file", file.toString()))
                .isZero();
        String key = doubtful();
        assertThat(semel(
                        Map.of("SEMEL_TOKEN", TOKEN),
                        key,
                        "settle",
                        "--admin",
                        admin,
                        "--tenant",
                        "acct_1",
                        "--operation",
                        "charges.create",
                        "--attempt",
                        "1",
                        "--verdict",
                        "run-again",
                        "--why",
                        "x"))
                .isEqualTo(5);
        assertThat(complained()).contains("needs the role settle").doesNotContain(TOKEN);
    }

    @Test
    @DisplayName("R36: a token that is set does no harm at a console where nobody signs in")
    void tokenAtOpenConsole() throws Exception {
        open("{type: memory}", "");
        Map<String, String> environment = Map.of(
                "SEMEL_ADMIN",
                "127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort(),
                "SEMEL_TOKEN",
                TOKEN);

        assertThat(semel(environment, "", "list")).as(complained()).isZero();
        assertThat(semel(environment, doubtful(), settling("--verdict", "run-again", "--who", "me")))
                .as(complained())
                .isZero();
    }

    @Test
    @DisplayName("R36: shows where the application behind its token signs in that the request comes from no other site")
    void tokenOfAnApplication() throws Exception {
        open("{type: memory}", "");
        upstream.does(request -> {
            boolean isKnown = ("Bearer " + TOKEN).equals(request.getHeader("Authorization"));
            boolean isShown = "c".equals(request.getHeader("Semel-Csrf"));
            if (request.path().endsWith("/session")) {
                request.response().end(isKnown ? "{\"csrf\":\"c\"}" : "{\"csrf\":null}");
            } else {
                request.response()
                        .setStatusCode(isKnown && isShown ? 200 : 403)
                        .end(isShown ? "{\"records\":[],\"next\":null,\"listed\":false}" : "{\"code\":\"csrf\"}");
            }
        });

        assertThat(semel(Map.of("SEMEL_TOKEN", TOKEN), "", "list", "--admin", upstream.uri() + "/shop/console/"))
                .as(complained())
                .isZero();
    }

    @Test
    @DisplayName("R16: settles none of two records that have one short hash, of two tenants or of one")
    void sameHashes() throws Exception {
        open("{type: memory}", "");

        assertNotGuessed(page("null", alike("acct_1", 1), alike("acct_2", 1)));
        assertNotGuessed(page("null", alike("acct_1", 1), alike("acct_1", 2)));
    }

    @Test
    @DisplayName("R16: settles none of two records that have one short hash, when the second is at the end of the list")
    void sameHashesOnTwoPages() throws Exception {
        open("{type: memory}", "");

        assertNotGuessed(page("\"2\"", alike("acct_1", 1)), page("\"3\""), page("null", alike("acct_2", 1)));
    }

    private static String alike(String tenant, int second) {
        return """
                {"tenant":"%s","operation":"charges.create","key":{"hash":"#3fa9c17e02b4","masked":"…"},
                 "createdAt":"2026-05-01T12:00:0%dZ","ref":"a"}""".formatted(tenant, second);
    }

    private static String page(String next, String... records) {
        return "{\"records\":[" + String.join(",", records) + "],\"next\":" + next + ",\"listed\":true}";
    }

    private void assertNotGuessed(String... pages) throws Exception {
        Iterator<String> left = List.of(pages).iterator();
        upstream.does(request ->
                request.response().end(request.path().endsWith("/search") ? left.next() : "{\"csrf\":\"c\"}"));
        String admin = upstream.uri() + "/console/";
        String words = "settle --admin " + admin + " --hash #3fa9c17e02b4 --attempt 1 --verdict run-again --why x";

        assertThat(semel(Map.of(), "", words.split(" "))).isEqualTo(2);
        assertThat(complained()).contains("several records have the hash #3fa9c17e02b4", "--tenant");
    }

    @Test
    @DisplayName("R36: opens a SQLite file only when no process owns it")
    void offline() throws Exception {
        Path file = folder.resolve("semel.db");
        open("{type: sqlite, file: semel.db}", "");
        String key = doubtful();
        String[] settle = {
            "settle",
            "--offline",
            file.toString(),
            "--tenant",
            "acct_1",
            "--operation",
            "charges.create",
            "--attempt",
            "1",
            "--verdict",
            "did-not-happen",
            "--why",
            "never arrived",
            "--who",
            "grace"
        };
        assertThat(semel(Map.of(), key, settle)).isEqualTo(1);
        assertThat(complained()).contains("is owned by").contains("SQLite file belongs to one process");
        gateway.close();

        assertThat(semel(Map.of(), "", "list", "--settleable", "--offline", file.toString()))
                .isZero();
        assertThat(said()).contains("charges.create").doesNotContain(key);
        assertThat(semel(Map.of(), key, settle)).isZero();
        assertThat(said()).contains("was settled: it did not happen, by grace (not signed in): never arrived");
        open("{type: sqlite, file: semel.db}", "");
        assertThat(charge(key)).isEqualTo(201);
        Path none = folder.resolve("none.db");
        assertThat(semel(Map.of(), "", "list", "--offline", none.toString())).isEqualTo(2);
        assertThat(none).doesNotExist();
        Path empty = Files.createFile(folder.resolve("empty.db"));
        assertThat(semel(Map.of(), "", "list", "--offline", empty.toString())).isEqualTo(2);
        assertThat(complained()).contains("is empty: there are no records in it");
        assertThat(empty).isEmptyFile();
    }

    @Test
    @DisplayName("has a neighbour that makes hashes of passwords")
    void hashes() throws Exception {
        open("{type: memory}", "");
        ByteArrayInputStream in = new ByteArrayInputStream(" correct horse \n".getBytes(StandardCharsets.UTF_8));
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(Main.run(List.of("hash-password"), Map.of(), in, print, print))
                .isZero();
        assertThat(dev.semel.console.PasswordHash.parse(said().strip()).text()).isEqualTo(said().strip());
        assertThat(signsIn(said().strip(), " correct horse "))
                .as("blanks belong to it")
                .isEqualTo(200);
        assertThat(signsIn(said().strip(), "correct horse")).isEqualTo(401);
    }

    private int signsIn(String hash, String password) throws Exception {
        gateway.close();
        open("{type: memory}", """
                console:
                  users:
                    - name: ada
                      password: %s
                      roles: view
                """.formatted(hash));
        URI session = URI.create(
                "http://127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort() + "/console/api/session");
        return client.send(
                        HttpRequest.newBuilder(session)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"user\":\"ada\",\"password\":\"" + password + "\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static String[] settling(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "settle", "--tenant", "acct_1", "--operation", "charges.create", "--attempt", "1", "--why", "INC-7"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    @DisplayName("R16, R36: the same settlement once more, since its answer got lost, is done and not a failure")
    void settlesAgain() throws Exception {
        open("{type: memory}", "");
        String key = doubtful();
        String[] settle = settling("--verdict", "run-again", "--who", "me");

        assertThat(here(key, settle)).isZero();
        assertThat(here(key, settle)).as(complained()).isZero();
        assertThat(said()).containsOnlyOnce("was settled: it may run again, by me (not signed in): INC-7");
        assertThat(here(key, settling("--verdict", "run-again", "--who", "you")))
                .isEqualTo(4);
    }

    @Test
    @DisplayName("R16: a settlement whose answer broke off is not called one that nobody got, and exits with 6")
    void notKnown() throws Exception {
        open("{type: memory}", "");
        for (Consumer<HttpServerRequest> ending : List.<Consumer<HttpServerRequest>>of(
                request -> request.connection().close(),
                request -> request.response().setStatusCode(502).end("bad gateway"),
                request -> request.response().setStatusCode(503).end("{\"code\":\"unavailable\",\"detail\":\"x\"}"))) {
            upstream.does(request -> fakeConsole(request, ending));
            String admin = upstream.uri() + "/console/";

            assertThat(semel(Map.of(), "key", settling("--verdict", "run-again", "--who", "me", "--admin", admin)))
                    .as(complained())
                    .isEqualTo(6);
            assertThat(complained())
                    .contains("it is not known whether it was applied", "semel keys show")
                    .doesNotContain("is it running");
        }
    }

    private static void fakeConsole(HttpServerRequest request, Consumer<HttpServerRequest> ending) {
        if (request.path().endsWith("/settle")) {
            ending.accept(request);
        } else {
            request.response().end("{\"csrf\":\"c\",\"ref\":\"r\",\"attempt\":1}");
        }
    }

    @Test
    @DisplayName("R27: a token that cannot be sent is not printed; its place is")
    void oddToken() throws Exception {
        open("{type: memory}", "");
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\nsecond-line\n");
        assertThat(here("", "list", "--token-file", file.toString())).isEqualTo(2);
        assertThat(complained()).contains(file.toString()).doesNotContain(TOKEN, "second-line");

        String admin = "127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort();
        assertThat(semel(Map.of("SEMEL_TOKEN", TOKEN + "\u00e9"), "", "list", "--admin", admin))
                .isEqualTo(2);
        assertThat(complained()).contains("SEMEL_TOKEN").doesNotContain(TOKEN);
    }

    @Test
    @DisplayName(
            "R36: a settlement that makes no sense is refused before a file is opened, and says which option it lacks")
    void checksFirst() throws Exception {
        open("{type: sqlite, file: semel.db}", "");
        String file = folder.resolve("semel.db").toString();
        String[][] senseless = {
            {"--who", "--verdict", "run-again"},
            {"--verdict", "--who", "me"},
            {"--verdict", "--who", "me", "--verdict", "perhaps"},
            {"--status", "--who", "me", "--verdict", "happened"},
            {"--status", "--who", "me", "--verdict", "run-again", "--status", "201"},
            {"--body-file", "--who", "me", "--verdict", "happened", "--status", "201", "--body-file", "none.json"},
        };
        for (String[] words : senseless) {
            List<String> more = new ArrayList<>(List.of("--offline", file));
            more.addAll(List.of(words).subList(1, words.length));
            assertThat(semel(Map.of(), "key", settling(more.toArray(String[]::new))))
                    .as(complained())
                    .isEqualTo(2);
            assertThat(complained()).contains(words[0]).doesNotContain("owned by");
        }
        assertThat(here(doubtful(), settling("--verdict", "run-again"))).isEqualTo(1);
        assertThat(complained()).contains("say who decides").contains("--who");
    }

    @Test
    @DisplayName("R34: finds a record by its key as the header has it, with quotes or without")
    void quotedKeys() throws Exception {
        open("{type: memory}", "");
        String key = doubtful();

        for (String given : List.of(key, "\"" + key + "\"", " \"" + key + "\" ")) {
            assertThat(here(given, "show", "--tenant", "acct_1", "--operation", "charges.create"))
                    .as(given)
                    .isZero();
        }
    }

    @Test
    @DisplayName("R16: a settled body that is JSON has that type unless told otherwise, and any other has none")
    void contentType() throws Exception {
        open("{type: memory}", "");
        Path json = Files.writeString(folder.resolve("answer.json"), "{\"id\":7}\n");
        Path text = Files.writeString(folder.resolve("answer.txt"), "done: 7");
        String[] happened = {"--verdict", "happened", "--who", "me", "--status", "201", "--body-file"};

        assertThat(settled(happened, json.toString())).isEqualTo("application/json");
        assertThat(settled(happened, json.toString(), "--content-type", "application/problem+json"))
                .isEqualTo("application/problem+json");
        assertThat(settled(happened, text.toString())).isEmpty();
    }

    /** The type of the answer that a retry gets. */
    private String settled(String[] words, String... more) throws Exception {
        String key = doubtful();
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        assertThat(here(key, settling(all.toArray(String[]::new))))
                .as(complained())
                .isZero();
        return sent(key).headers().firstValue("Content-Type").orElse("");
    }

    @Test
    @DisplayName("R36: with --json, what went wrong is JSON, too, with the record that moved")
    void jsonErrors() throws Exception {
        open("{type: memory}", "");
        String key = doubtful();
        assertThat(here(key, settling("--json", "--verdict", "run-again", "--who", "me", "--attempt", "2")))
                .isEqualTo(4);
        JsonObject moved = new JsonObject(said());
        assertThat(moved.getString("code")).isEqualTo("moved");
        assertThat(moved.getString("title")).isNotBlank();
        assertThat(moved.getString("detail")).contains("nothing was changed by this request");
        assertThat(moved.getJsonObject("record").getInteger("attempt")).isEqualTo(1);

        assertThat(here("", "show", "--json", "--hash", "#000000000000")).isEqualTo(3);
        assertThat(new JsonObject(said()).getString("code")).isEqualTo("no-record");
        assertThat(here("", "list", "--json", "--nonsense", "1")).isEqualTo(2);
        assertThat(new JsonObject(said()).getString("code")).isEqualTo("wrong-use");
        assertThat(semel(Map.of(), "", "list", "--json", "--admin", "127.0.0.1:1"))
                .isEqualTo(1);
        assertThat(new JsonObject(said()).getString("detail")).contains("no gateway answers");
    }
}
