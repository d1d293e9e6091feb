// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Operation;
import dev.semel.console.Catalogue;
import dev.semel.console.Console;
import dev.semel.console.ConsoleRequest;
import dev.semel.http.HttpAnswer;
import dev.semel.http.RequestHead;
import dev.semel.jdbc.SqliteStore;
import dev.semel.key.KeyHash;
import dev.semel.seal.KeyRing;
import dev.semel.seal.Seal;
import dev.semel.seal.SealedStore;
import dev.semel.spi.Browsable;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.State;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A SQLite file that no process has open: the console's API on it, without a listener. Used by one thread. */
final class OfflineDesk implements RecordsDesk {

    /** So many at a time. */
    private static final int LOOK = 200;

    private static final List<String> SETTLEABLE = List.of("IN_DOUBT", "IN_PROGRESS");

    private final SqliteStore file;
    private final Known known;
    private final Console console;
    private final Map<String, String> headers;

    private OfflineDesk(SqliteStore file, KeyHash hash, Known known) {
        this.file = file;
        this.known = known;
        IdempotencyStore store = known.keyRing()
                .<IdempotencyStore>map(keys -> SealedStore.over(file, keys))
                .orElse(file);
        Catalogue catalogue = Catalogue.of(known.operations().orElseGet(List::of));
        this.console =
                Console.builder(store).keyHash(hash).catalogue(() -> catalogue).build();
        JsonObject session = send(console, "GET", "api/session", new JsonObject(), Map.of("host", "localhost"));
        this.headers = Map.of(
                "host",
                "localhost",
                "content-type",
                "application/json",
                "semel-client",
                "semel-keys",
                "semel-csrf",
                session.getString("csrf"));
    }

    /**
     * What the gateway's configuration says, where there is one.
     *
     * @param keyHash what it makes of keys; without it the file has a secret of its own
     * @param operations what is kept for how long, and what becomes of a doubt; without it, general defaults
     * @param keyRing what answers are sealed with, if they are
     */
    record Known(Optional<KeyHash> keyHash, Optional<List<Operation>> operations, Optional<KeyRing> keyRing) {}

    /**
     * Opens a file that is there.
     *
     * @param known what the gateway's configuration says
     * @throws RuntimeException if it is none of Semel's, or a process owns it
     */
    static OfflineDesk open(Path file, Known known) {
        if (!Files.isRegularFile(file)) {
            throw new Main.WrongUse("there is no file " + file);
        }
        if (isEmpty(file)) {
            throw new Main.WrongUse(file + " is empty: there are no records in it, and none are put there");
        }
        SqliteStore store = SqliteStore.at(file).open();
        try {
            KeyHash hash =
                    known.keyHash().orElseGet(() -> HashSecretFile.beside(file).keyHash());
            return new OfflineDesk(store, hash, known);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static boolean isEmpty(Path file) {
        try {
            return Files.size(file) == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    @Override
    public JsonObject ask(String path, JsonObject question) {
        if (known.keyRing().isEmpty() && question.containsKey("answer") && hasSealedAnswers()) {
            throw new Main.WrongUse("answers in this file are sealed, and this one would lie there plain: add --config"
                    + " FILE, the gateway's configuration with its keys");
        }
        List<String> states = question.getBoolean("settleable", false) ? settleable(question) : List.of();
        if (states.isEmpty()) {
            return send(console, "POST", path, question, headers);
        }
        JsonObject open = question.copy().put("settleable", false).put("states", new JsonArray(states));
        JsonObject page = send(console, "POST", path, open, headers);
        List<Object> records = page.getJsonArray("records").stream()
                .filter(record -> ((JsonObject) record).getBoolean("settleable") || LeftBehind.is((JsonObject) record))
                .toList();
        return page.put("records", new JsonArray(records));
    }

    /** To the end, since plain answers of before the encryption may come first and be kept longest. */
    private boolean hasSealedAnswers() {
        // One that is made anew has an older one while it runs.
        Browsable.Question question = Browsable.Question.all(LOOK).in(State.COMPLETED, State.FAILED, State.IN_PROGRESS);
        while (true) {
            Browsable.Page page = file.browse(question).toCompletableFuture().join();
            if (page.found().stream()
                    .flatMap(seen -> seen.standingAnswer().stream())
                    .anyMatch(answer -> Seal.isOn(answer.saved()))) {
                return true;
            }
            if (page.next().isEmpty()) {
                return false;
            }
            question = question.after(page.next().get());
        }
    }

    /** Of the wanted states those of records that can be settled here: what was left behind can, once its lease is over. */
    private static List<String> settleable(JsonObject question) {
        JsonArray wanted = question.getJsonArray("states", new JsonArray(SETTLEABLE));
        return SETTLEABLE.stream().filter(wanted::contains).toList();
    }

    private static JsonObject send(
            Console console, String method, String path, JsonObject question, Map<String, String> headers) {
        byte[] body = question.encode().getBytes(StandardCharsets.UTF_8);
        ConsoleRequest request = new ConsoleRequest(new Head(method, path, headers), path, body, "offline", false);
        HttpAnswer answer = console.handle(request).toCompletableFuture().join();
        JsonObject said = new JsonObject(new String(answer.toBytes(), StandardCharsets.UTF_8));
        if (answer.status() != 200) {
            throw new RefusedByConsole(answer.status(), said);
        }
        return said;
    }

    private record Head(String method, String path, Map<String, String> headers) implements RequestHead {

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            String value = headers.get(name.toLowerCase(Locale.ROOT));
            return value == null ? List.of() : List.of(value);
        }
    }

    @Override
    public void rest(Duration took) {
        // Nobody claims in a file that is open here.
    }

    @Override
    public boolean isLeftAlone() {
        return true;
    }

    @Override
    public String aboutHashes() {
        return known.keyHash().isPresent()
                ? "hashes are those of a log if the gateway ran with this hash-secret"
                : "a log's hashes are found with --config FILE, the gateway's configuration, if it has a hash-secret;"
                        + " without it they are those of keys list --offline";
    }

    @Override
    public String aboutRetention() {
        return known.operations().isPresent()
                ? "the configuration has no such operation"
                : "the gateway's configuration says it: --config FILE";
    }

    @Override
    public void close() {
        file.close();
    }
}
