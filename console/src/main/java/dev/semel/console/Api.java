// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.Operation;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where requests go, once it is clear who asks. Safe for use by several threads. */
final class Api {

    private static final String API = "api/";
    private static final String DESCRIPTION = "api/openapi.json";
    static final String SESSION = "api/session";
    static final String SETTLE = "api/records/settle";

    private static final int LARGEST_SIGN_IN = 4 * 1024;
    private static final int LARGEST_QUESTION = 16 * 1024;
    /** Its answer is held several times while it is read: more than this no console could be asked to. */
    private static final int LARGEST_SETTLEMENT = 64 * 1024 * 1024;

    private final Audit audit = new Audit();
    private final Gatekeeper gatekeeper;
    private final SessionDesk sessionDesk;
    private final Supplier<Access> access;
    private final Supplier<Catalogue> catalogue;
    private final InstantSource clock;
    private final Assets assets = new Assets();
    private final byte[] description = description();
    private final Map<String, Endpoint> reading = new TreeMap<>();
    private final Map<String, Endpoint> asking = new TreeMap<>();

    Api(ConsoleBuilder settings) {
        this.access = settings.access;
        this.catalogue = settings.catalogue;
        this.clock = settings.clock;
        Sessions sessions = new Sessions();
        SignIns signIns = new SignIns();
        this.gatekeeper = new Gatekeeper(sessions, signIns);
        this.sessionDesk = new SessionDesk(settings, sessions, signIns);
        Desk desk = new Desk(settings.store, settings.keyHash, settings.storeLimit);
        RecordDesk records = new RecordDesk(settings, desk);
        Overview overview = new Overview(settings, desk);
        reading.put("api/overview", (caller, body) -> overview.read(caller));
        reading.put("api/operations", (caller, body) -> CompletableFuture.completedFuture(overview.operations()));
        asking.put("api/records/search", records::search);
        asking.put("api/records/find", records::find);
        asking.put(SETTLE, records::settle);
    }

    /** How large a body this request may bring; a large one only who may settle. */
    int bodyLimit(ConsoleRequest request) {
        if (request.path().equals(SESSION)) {
            return LARGEST_SIGN_IN;
        }
        return request.path().equals(SETTLE) && gatekeeper.maySettle(request, access.get(), clock.instant())
                ? settlementLimit()
                : LARGEST_QUESTION;
    }

    /** The largest answer that is kept, twice: in Base64, or with what JSON puts before quotes and line breaks. */
    private int settlementLimit() {
        long kept = catalogue.get().operations().stream()
                .mapToLong(Operation::answerLimit)
                .reduce(Catalogue.unknown().answerLimit(), Math::max);
        return (int) Math.min(LARGEST_SETTLEMENT, 2 * kept + LARGEST_QUESTION);
    }

    /** Answers one kind of question with a JSON object. */
    private interface Endpoint {
        CompletionStage<Map<String, @Nullable Object>> answer(Caller caller, byte[] body);
    }

    CompletionStage<HttpAnswer> handle(ConsoleRequest connected) {
        Access who = access.get();
        ConsoleRequest request = connected.from(who.clientOf(connected));
        Instant now = clock.instant();
        gatekeeper.checkOrigin(request, who);
        if (!request.path().startsWith(API)) {
            return CompletableFuture.completedFuture(asset(request));
        }
        if (request.path().equals(DESCRIPTION)) {
            only(request.head(), "GET, HEAD");
            return CompletableFuture.completedFuture(HttpAnswer.of(200, JSON, description));
        }
        if (request.path().equals(SESSION)) {
            return session(request, who, now);
        }
        return endpoint(request, who, now);
    }

    private CompletionStage<HttpAnswer> session(ConsoleRequest request, Access who, Instant now) {
        String method = request.head().method();
        if (method.equals("POST")) {
            requireJson(request.head());
            return sessionDesk.signIn(request, who, now);
        }
        if (method.equals("DELETE")) {
            gatekeeper.caller(request, who, now).ifPresent(caller -> gatekeeper.checkCsrf(request.head(), caller));
            return CompletableFuture.completedFuture(sessionDesk.signOut(request, who, now));
        }
        only(request.head(), "GET, HEAD, POST, DELETE");
        return CompletableFuture.completedFuture(
                json(200, sessionDesk.view(gatekeeper.caller(request, who, now), who)));
    }

    /** Refuses whoever may not be here, and what cannot be done here; does nothing of what is asked. */
    void admit(ConsoleRequest connected) {
        Access who = access.get();
        ConsoleRequest request = connected.from(who.clientOf(connected));
        gatekeeper.checkOrigin(request, who);
        boolean isEndpoint = request.path().startsWith(API)
                && !request.path().equals(SESSION)
                && !request.path().equals(DESCRIPTION);
        if (isEndpoint) {
            Caller unused = admitted(request, who, clock.instant());
        }
    }

    private CompletionStage<HttpAnswer> endpoint(ConsoleRequest request, Access who, Instant now) {
        Caller caller = admitted(request, who, now);
        return endpoint(request.path()).answer(caller, request.body()).thenApply(view -> json(200, view));
    }

    private Endpoint endpoint(String path) {
        Endpoint endpoint = reading.containsKey(path) ? reading.get(path) : asking.get(path);
        if (endpoint == null) {
            throw new Refusal(Refusal.Kind.NOTHING_HERE, "there is nothing here; api/openapi.json says what there is");
        }
        return endpoint;
    }

    private Caller admitted(ConsoleRequest request, Access who, Instant now) {
        Endpoint unused = endpoint(request.path());
        boolean reads = reading.containsKey(request.path());
        only(request.head(), reads ? "GET, HEAD" : "POST");
        Caller caller = gatekeeper.caller(request, who, now).orElseThrow(() -> nobody(request, who));
        if (!reads) {
            requireJson(request.head());
        }
        check(request, caller, reads);
        return caller;
    }

    private void check(ConsoleRequest request, Caller caller, boolean reads) {
        boolean settles = request.path().equals(SETTLE);
        try {
            caller.require(settles ? Role.SETTLE : Role.VIEW);
            if (!reads) {
                gatekeeper.checkCsrf(request.head(), caller);
            }
        } catch (Refusal refusal) {
            if (settles) {
                audit.denied(caller.user(), request.address(), refusal.kind().code());
            }
            throw refusal;
        }
    }

    private static Refusal nobody(ConsoleRequest request, Access who) {
        if (who.isByApplication()) {
            return request.head().principal().isPresent()
                    ? new Refusal(Refusal.Kind.ROLE_MISSING, "the application gives you no role in the console")
                    : new Refusal(Refusal.Kind.SIGN_IN_REQUIRED, "sign in to the application first");
        }
        return Gatekeeper.cookie(request.head()).isPresent()
                ? new Refusal(Refusal.Kind.SESSION_EXPIRED, "the session has ended; sign in again")
                : new Refusal(Refusal.Kind.SIGN_IN_REQUIRED, "sign in, or send a token");
    }

    private HttpAnswer asset(ConsoleRequest request) {
        only(request.head(), "GET, HEAD");
        return assets.find(request.path(), Gatekeeper.first(request.head(), "If-None-Match"))
                .orElseThrow(() -> new Refusal(Refusal.Kind.NOTHING_HERE, "there is no such file"));
    }

    private static void only(RequestHead head, String methods) {
        if (!java.util.List.of(methods.split(", ", -1)).contains(head.method())) {
            throw new Refusal(Refusal.Kind.METHOD_NOT_ALLOWED, "what can be done here: " + methods);
        }
    }

    /** A form of another site cannot send it. */
    private static void requireJson(RequestHead head) {
        String type = Gatekeeper.first(head, "Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new Refusal(Refusal.Kind.NOT_JSON, "send a JSON object, with Content-Type: application/json");
        }
    }

    private static final Headers JSON =
            Headers.of("Content-Type", "application/json").and("Cache-Control", "no-store");

    static HttpAnswer json(int status, Map<String, @Nullable Object> view) {
        return HttpAnswer.owning(status, JSON, Json.write(view));
    }

    private static byte[] description() {
        try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
            return Objects.requireNonNull(in, "openapi.json").readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
