// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The command {@code keys}: lists, shows and settles records, at a gateway that runs or in a file that nobody has open. */
final class Keys {

    /** There is no such record. */
    static final int NO_RECORD = 3;

    /** The record is not as it was looked at; nothing was changed. */
    static final int MOVED = 4;

    /** Nobody is signed in, or may not do this. */
    static final int NOT_ALLOWED = 5;

    /** A settlement was sent, and nobody knows whether it was applied. */
    static final int NOT_KNOWN = 6;

    static final Set<String> FLAGS = Set.of("--json", "--settleable");

    private static final Set<String> NAMING =
            Set.of("--tenant", "--operation", "--key", "--key-file", "--hash", "--ref");
    private static final Set<String> LISTING =
            Set.of("--state", "--settleable", "--tenant", "--operation", "--older-than", "--limit");
    private static final int USUAL_LIMIT = 100;
    private static final int PAGE = 200;
    static final String FIND = "api/records/find";

    private final Arguments arguments;
    private final Map<String, String> environment;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream notes;

    /**
     * The command.
     *
     * @param notes where it says what it waits for
     */
    Keys(Arguments arguments, Map<String, String> environment, InputStream in, PrintStream out, PrintStream notes) {
        this.arguments = arguments;
        this.environment = environment;
        this.in = in;
        this.out = out;
        this.notes = notes;
    }

    void run() {
        String command = arguments.sole("keys needs one of list, show and settle: semel keys list");
        Set<String> known = switch (command) {
            case "list" -> LISTING;
            case "show" -> NAMING;
            case "settle" -> both(NAMING, Decision.OPTIONS);
            default -> throw new Main.WrongUse("there is no keys " + command + "; there are list, show and settle");
        };
        arguments.knows(both(both(known, DeskChoice.OPTIONS), Set.of("--json")));
        // First what is wanted, and then whom to ask: opening a file counts as a restart.
        Consumer<RecordsDesk> work = switch (command) {
            case "list" -> listing();
            case "show" -> showing();
            default -> settling();
        };
        try (RecordsDesk desk = new DeskChoice(arguments, environment).open()) {
            work.accept(desk);
        }
    }

    private Consumer<RecordsDesk> showing() {
        Function<RecordsDesk, JsonObject> named = named(true);
        return desk -> {
            JsonObject record = desk.ask(FIND, named.apply(desk));
            print(record);
            if (desk.isLeftAlone() && LeftBehind.is(record) && !arguments.has("--json")) {
                new KeysTable(out).leftBehind(record);
            }
        };
    }

    private static Set<String> both(Set<String> some, Set<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return Set.copyOf(all);
    }

    private Consumer<RecordsDesk> listing() {
        int limit = arguments.number("--limit").orElse(USUAL_LIMIT);
        if (limit < 1) {
            throw new Main.WrongUse("--limit is how many to print: 1 or more");
        }
        JsonObject question = question().put("size", Math.min(limit, PAGE));
        return desk -> list(desk, question, limit);
    }

    private void list(RecordsDesk desk, JsonObject question, int limit) {
        // What was listed comes once more where all are looked through.
        Map<List<String>, Object> records = new LinkedHashMap<>();
        boolean more = pages(desk, question, page -> {
            page.getJsonArray("records").forEach(record -> records.putIfAbsent(identity((JsonObject) record), record));
            return records.size() < limit;
        });
        // A page may have a few more than were asked for.
        JsonArray shown = new JsonArray(records.values().stream().limit(limit).toList());
        more |= records.size() > limit;
        if (arguments.has("--json")) {
            json(new JsonObject().put("records", shown).put("more", more));
        } else {
            new KeysTable(out).print(shown, more);
        }
    }

    /** What tells a record from others, as far as whoever may not see its key can tell: short hashes may be the same. */
    private static List<String> identity(JsonObject record) {
        JsonObject key = record.getJsonObject("key");
        return List.of(
                record.getString("tenant"),
                record.getString("operation"),
                key.getString("hash"),
                key.getString("masked", ""),
                record.getString("createdAt", ""));
    }

    private JsonObject question() {
        JsonObject question = new JsonObject().put("size", PAGE);
        arguments
                .option("--state")
                .ifPresent(states -> question.put(
                        "states",
                        new JsonArray(List.of(states.toUpperCase(Locale.ROOT)
                                .replace('-', '_')
                                .split(",")))));
        arguments.option("--tenant").ifPresent(tenant -> question.put("tenant", tenant));
        arguments.option("--operation").ifPresent(operation -> question.put("operation", operation));
        arguments.option("--older-than").ifPresent(age -> question.put("olderThanSeconds", seconds(age)));
        if (arguments.has("--settleable")) {
            question.put("settleable", true);
        }
        return question;
    }

    private static int seconds(String age) {
        try {
            return Math.toIntExact(Durations.parse(age).toSeconds());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new Main.WrongUse("--older-than is a duration, as in 90s, 10m, 2h or 1d");
        }
    }

    private interface Taking {
        boolean wantsMoreAfter(JsonObject page);
    }

    /**
     * First those that the store has listed as waiting for a decision, if that is what is looked for, and then by a look through all.
     * True where somebody had enough before the end.
     */
    private static boolean pages(RecordsDesk desk, JsonObject question, Taking taking) {
        question.put("listed", question.getBoolean("settleable", false));
        while (true) {
            long begin = System.nanoTime();
            JsonObject page = desk.ask("api/records/search", question);
            boolean wantsMore = taking.wantsMoreAfter(page);
            String next = page.getString("next");
            if (next != null) {
                question.put("after", next);
            } else if (page.getBoolean("listed")) {
                question.put("listed", false).remove("after");
            } else {
                return false;
            }
            if (!wantsMore) {
                return true;
            }
            desk.rest(Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    private Consumer<RecordsDesk> settling() {
        JsonObject decision = Decision.read(arguments);
        Function<RecordsDesk, JsonObject> named = named(false);
        return desk -> settle(desk, named.apply(desk), decision);
    }

    private void settle(RecordsDesk desk, JsonObject named, JsonObject decision) {
        JsonObject found = desk.ask(FIND, named);
        JsonObject seen =
                desk.isLeftAlone() ? LeftBehind.awaited(desk, found, decision.getInteger("attempt"), notes) : found;
        // The one that the user looked at names its claim: what has the same key by now may be another request.
        JsonObject settlement =
                decision.copy().put("ref", arguments.option("--ref").orElseGet(() -> seen.getString("ref")));
        JsonObject settled = settled(desk, settlement);
        print(settled);
        if (!arguments.has("--json")) {
            new KeysTable(out).kept(settled, desk.aboutRetention());
        }
    }

    private static JsonObject settled(RecordsDesk desk, JsonObject settlement) {
        try {
            return desk.ask("api/records/settle", settlement);
        } catch (RefusedByConsole e) {
            throw e.leavesItOpen() ? RefusedByConsole.notKnown(e) : e;
        }
    }

    /** By reference, by the hash that logs show, or by tenant, operation and key; only for a hash somebody has to be asked. */
    private Function<RecordsDesk, JsonObject> named(boolean ofAnyState) {
        if (arguments.option("--ref").isPresent()) {
            JsonObject byRef =
                    new JsonObject().put("ref", arguments.option("--ref").get());
            return desk -> byRef;
        }
        if (arguments.option("--hash").isPresent()) {
            String hash = arguments.option("--hash").get();
            return desk -> new JsonObject().put("ref", byHash(desk, hash, ofAnyState));
        }
        JsonObject byKey = new JsonObject()
                .put("tenant", arguments.required("--tenant", "who owns the key"))
                .put("operation", arguments.required("--operation", "the operation's name"))
                .put("key", unquoted(key()));
        return desk -> byKey;
    }

    /** Looks among those that can be settled first, since there are few; then, if wanted, through all that there are. */
    private String byHash(RecordsDesk desk, String hash, boolean ofAnyState) {
        String wanted = hash.startsWith("#") ? hash : "#" + hash;
        return found(desk, question().put("settleable", true), wanted)
                .or(() -> ofAnyState ? found(desk, question(), wanted) : Optional.empty())
                .orElseThrow(() -> noRecord(wanted, ofAnyState, desk.aboutHashes()));
    }

    private static RefusedByConsole noRecord(String hash, boolean ofAnyState, String aboutHashes) {
        String searched = ofAnyState
                ? "no record has the hash " + hash
                : "no record that can be settled has the hash " + hash
                        + ": it may be settled already, perhaps by this very decision, or a retry runs it (keys show --hash looks"
                        + " through all records)";
        return new RefusedByConsole(
                404, new JsonObject().put("code", "no-record").put("detail", searched + "; " + aboutHashes));
    }

    /** The list of what waits for a decision is short, and looked through to its end; a look through all ends with the page of a hit. */
    private static Optional<String> found(RecordsDesk desk, JsonObject question, String hash) {
        Map<List<String>, String> found = new LinkedHashMap<>();
        boolean unused = pages(desk, question, page -> {
            for (Object one : page.getJsonArray("records")) {
                JsonObject record = (JsonObject) one;
                if (hash.equals(record.getJsonObject("key").getString("hash"))) {
                    found.put(identity(record), record.getString("ref"));
                }
            }
            return found.isEmpty() || (page.getBoolean("listed") && page.getString("next") != null);
        });
        if (found.size() > 1) {
            // Which of them was meant nobody can tell, and one of them would be settled.
            throw new Main.WrongUse("several records have the hash " + hash
                    + ": name one by --tenant and --operation as well, or by its key");
        }
        return found.values().stream().findFirst();
    }

    /** The header's value may be quoted, and means the same. */
    private static String unquoted(String key) {
        return key.length() > 1 && key.startsWith("\"") && key.endsWith("\"")
                ? key.substring(1, key.length() - 1)
                : key;
    }

    /** From a file, from a prompt that does not show it, or from the input; other programs can see arguments. */
    private String key() {
        return arguments
                .option("--key")
                .or(() -> arguments
                        .option("--key-file")
                        .map(file -> OptionFile.text("--key-file", file))
                        .map(String::strip))
                .orElseGet(() -> Secret.read("key: ", in));
    }

    private void json(JsonObject answer) {
        out.println(Printable.lines(answer.encodePrettily()));
    }

    private void print(JsonObject record) {
        if (arguments.has("--json")) {
            json(record);
        } else {
            new KeysTable(out).print(record);
        }
    }
}
