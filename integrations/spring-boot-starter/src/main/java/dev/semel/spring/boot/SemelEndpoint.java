// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.console.Catalogue;
import dev.semel.console.Desk;
import dev.semel.console.Settlement;
import dev.semel.console.Verdicts;
import dev.semel.console.Views;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.spi.Browsable;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * One record, and its settlement. A key comes in the body of a request and never in an address, where proxies would log it, and
 * is not given back (R27). Not exposed unless the application says so. Safe for use by several threads.
 */
@WebEndpoint(id = "semel")
class SemelEndpoint {

    private static final int CONFLICT = 409;
    private static final String ANONYMOUS = "org.springframework.security.authentication.AnonymousAuthenticationToken";

    private final IdempotencyStore store;
    private final Desk desk;
    private final KnownOperations operations;
    private final Supplier<Set<String>> calls;

    SemelEndpoint(IdempotencyStore store, Desk desk, KnownOperations operations, Supplier<Set<String>> calls) {
        this.store = store;
        this.desk = desk;
        this.operations = operations;
        this.calls = calls;
    }

    /** What the store promises, and the operations with their policies. */
    @ReadOperation
    public Map<String, Object> overview() {
        return Map.of(
                "store", Views.of(desk.guarantees()),
                "operations", operations.operations().stream().map(Views::of).toList());
    }

    /** {@code counts}: how many records there are in each state, counted as far as that is cheap. */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> look(@Selector String what) {
        return what.equals("counts") && store instanceof Browsable browsable
                ? new WebEndpointResponse<>(
                        counted(new StateCounts(browsable, SemelEndpoint::await, System::nanoTime).count()))
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static Map<String, Object> counted(StateCounts counts) {
        Map<String, Object> view = new LinkedHashMap<>();
        counts.counts().forEach((state, count) -> view.put(state.name(), count));
        view.put("complete", counts.isComplete());
        return view;
    }

    /** One record, without its payload. */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> find(String tenant, String operation, String key) {
        return await(desk.find(id(tenant, operation, key)))
                .map(sighting -> new WebEndpointResponse<>(Views.of(sighting)))
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND));
    }

    /**
     * Settles a record whose last attempt lapsed or ended in doubt: it happened (with this answer), did not happen, or may run
     * again. A call that was no request has a JSON body as its value, and no status. It holds for the attempt that the caller has looked at, and for no other.
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> settle(
            @Selector String verdict,
            String tenant,
            String operation,
            String key,
            int attempt,
            String why,
            @Nullable String who,
            @Nullable Integer status,
            @Nullable String contentType,
            @Nullable String body,
            SecurityContext security) {
        Optional<Operation> policy = known(operation);
        Operation shape = policy.orElseGet(Catalogue::unknown);
        Settle.Verdict wanted = valid(() -> calls.get().contains(operation)
                ? Verdicts.ofCall(verdict, value(status, body), shape)
                : Verdicts.of(verdict, answer(status, contentType, body), shape));
        Settlement settlement = new Settlement(
                id(tenant, operation, key),
                Optional.empty(),
                attempt,
                wanted,
                settler(security, who),
                why,
                policy.map(Operation::retention));
        if (!desk.canSettle()) {
            throw new InvalidEndpointRequestException("this store cannot settle", "the store has no settlements");
        }
        Optional<SettleAnswer> answer = valid(() -> await(desk.settle(settlement)));
        return answer.map(SemelEndpoint::response)
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND));
    }

    private static WebEndpointResponse<Map<String, Object>> response(SettleAnswer answer) {
        if (answer instanceof SettleAnswer.Settled settled) {
            return new WebEndpointResponse<>(Views.of(settled.sighting()));
        }
        Sighting found = ((SettleAnswer.Refused) answer).sighting();
        return found == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(Views.of(found), CONFLICT);
    }

    /** What a call gave back. */
    private static Optional<String> value(@Nullable Integer status, @Nullable String body) {
        if (status != null) {
            throw Verdicts.noRequest();
        }
        return Optional.ofNullable(body);
    }

    private static Optional<HttpAnswer> answer(
            @Nullable Integer status, @Nullable String contentType, @Nullable String body) {
        if (status == null) {
            return Optional.empty();
        }
        Headers headers = contentType == null ? Headers.NONE : Headers.of("Content-Type", contentType);
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        return Optional.of(HttpAnswer.owning(status, headers, bytes));
    }

    private static <T> T await(CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof InvalidValueException wrong) {
                throw wrong;
            }
            if (e.getCause() instanceof UnreadableRecordException unreadable) {
                throw unreadable;
            }
            throw new IllegalStateException("the store does not answer, so that nobody knows; look again", e);
        }
    }

    private static RecordId id(String tenant, String operation, String key) {
        return valid(() -> new RecordId(new Tenant(tenant), operation, new IdempotencyKey(key)));
    }

    /** Whoever is signed in; the body's word counts only where nobody is. With WebFlux an anonymous one comes as a principal, too. */
    private static String settler(SecurityContext security, @Nullable String who) {
        Principal principal = security.getPrincipal();
        if (principal != null && !isAnonymous(principal.getClass())) {
            return principal.getName();
        }
        if (who == null) {
            throw new InvalidEndpointRequestException("a settlement says who decided", "who is missing");
        }
        return who;
    }

    /** By name, with the classes that it extends: Spring Security need not be there. */
    private static boolean isAnonymous(Class<?> principal) {
        for (Class<?> type = principal; type != null; type = type.getSuperclass()) {
            if (type.getName().equals(ANONYMOUS)) {
                return true;
            }
        }
        return false;
    }

    private Optional<Operation> known(String name) {
        return operations.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }

    private static <T> T valid(Supplier<T> values) {
        try {
            return values.get();
        } catch (InvalidValueException e) {
            throw new InvalidEndpointRequestException("a value is not as it should be", e.getMessage(), e);
        }
    }
}
