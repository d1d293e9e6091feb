// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Searches, shows and settles records. Safe for use by several threads. */
final class RecordDesk {

    private static final Set<String> NAMING = Set.of("ref", "tenant", "operation", "key");
    private static final Set<String> SETTLING =
            Set.of("ref", "tenant", "operation", "key", "attempt", "verdict", "answer", "why", "who");
    private static final int LONGEST_WHO = 180;

    private final Desk desk;
    private final References references = new References();
    private final RecordViews views;
    private final Supplier<Catalogue> catalogue;
    private final Executor executor;

    RecordDesk(ConsoleBuilder settings, Desk desk) {
        this.desk = desk;
        this.views = new RecordViews(desk, references);
        this.catalogue = settings.catalogue;
        this.executor = settings.executor;
    }

    CompletionStage<Map<String, @Nullable Object>> search(Caller caller, byte[] body) {
        Search search = new Search(desk, references, Fields.of(Json.read(body), Search.FIELDS), System::nanoTime);
        // A store in memory walks through its records on the caller's thread.
        return CompletableFuture.supplyAsync(search::run, executor)
                .thenCompose(Function.identity())
                .thenApply(result -> page(result, caller));
    }

    private Map<String, @Nullable Object> page(Search.Result result, Caller caller) {
        Catalogue known = catalogue.get();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put(
                "records",
                result.records().stream()
                        .map(sighting -> views.summary(sighting, known, caller))
                        .toList());
        view.put("next", result.next().map(references::ofPlace).orElse(null));
        view.put("looked", result.looked());
        view.put("full", result.isFull());
        view.put("listed", result.isListed());
        return view;
    }

    CompletionStage<Map<String, @Nullable Object>> find(Caller caller, byte[] body) {
        Fields fields = Fields.of(Json.read(body), NAMING);
        return desk.find(seen(fields).id())
                .thenApply(
                        found -> found.map(sighting -> detail(sighting, caller)).orElseThrow(RecordDesk::noRecord));
    }

    CompletionStage<Map<String, @Nullable Object>> settle(Caller caller, byte[] body) {
        Fields fields = Fields.of(Json.read(body), SETTLING);
        Seen seen = seen(fields);
        Catalogue known = catalogue.get();
        Optional<Operation> policy = known.operation(seen.id().operation());
        Operation operation = policy.orElseGet(Catalogue::unknown);
        Settlement settlement = new Settlement(
                seen.id(),
                seen.claimId(),
                fields.number("attempt"),
                GivenAnswer.verdict(fields, operation, policy.map(found -> known.isCall(found.name()))),
                who(caller, fields),
                fields.text("why"),
                policy.map(Operation::retention));
        return desk.settle(settlement)
                .thenApply(answer -> settled(answer.orElseThrow(RecordDesk::noRecord), settlement, seen, caller));
    }

    private Map<String, @Nullable Object> settled(
            SettleAnswer answer, Settlement settlement, Seen seen, Caller caller) {
        if (answer instanceof SettleAnswer.Settled settled) {
            return detail(settled.sighting(), caller);
        }
        Sighting found = Objects.requireNonNull(((SettleAnswer.Refused) answer).sighting());
        throw Refusal.moved(detail(found, caller), AppliedBefore.of(settlement, found.record(), seen.createdAt()));
    }

    private Map<String, @Nullable Object> detail(Sighting sighting, Caller caller) {
        return views.detail(sighting, catalogue.get(), caller);
    }

    private static Refusal noRecord() {
        return new Refusal(
                Refusal.Kind.NO_RECORD,
                "there is no record of this tenant, operation and key: it was never claimed, or it has expired");
    }

    private record Seen(RecordId id, Optional<ClaimId> claimId, Optional<Instant> createdAt) {}

    private Seen seen(Fields fields) {
        if (fields.has("ref")) {
            if (fields.has("tenant") || fields.has("operation") || fields.has("key")) {
                throw new InvalidValueException(
                        "a record is named by ref, or by tenant, operation and key; not by both");
            }
            References.Seen seen = references.record(fields.text("ref"));
            return new Seen(seen.id(), Optional.of(seen.claimId()), Optional.of(seen.createdAt()));
        }
        RecordId id = new RecordId(
                new Tenant(fields.text("tenant")), fields.text("operation"), new IdempotencyKey(fields.text("key")));
        return new Seen(id, Optional.empty(), Optional.empty());
    }

    /** Whoever is signed in; the request's word counts only where nobody is, and is marked as such. */
    private static String who(Caller caller, Fields fields) {
        if (caller.user() != null) {
            if (fields.has("who")) {
                throw new InvalidValueException("who is the one who signed in, and nobody else");
            }
            return caller.user();
        }
        String who = fields.find("who")
                .filter(name -> !name.isBlank() && name.length() <= LONGEST_WHO)
                .orElseThrow(() -> new InvalidValueException(
                        "nobody is signed in here: say who decides (who; in a shell --who), in 1 to " + LONGEST_WHO
                                + " characters"));
        return who + " (not signed in)";
    }
}
