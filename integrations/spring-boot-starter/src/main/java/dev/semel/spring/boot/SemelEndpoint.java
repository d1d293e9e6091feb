// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
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

    private final Records records;
    private final KnownOperations operations;

    SemelEndpoint(Records records, KnownOperations operations) {
        this.records = records;
        this.operations = operations;
    }

    /** What the store promises, and the operations with their policies. */
    @ReadOperation
    public Map<String, Object> overview() {
        return Map.of(
                "store", Views.of(records.guarantees()),
                "operations", operations.operations().stream().map(Views::of).toList());
    }

    /** One record, without its payload. */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> find(String tenant, String operation, String key) {
        return records.find(id(tenant, operation, key))
                .map(sighting -> new WebEndpointResponse<>(Views.of(sighting)))
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND));
    }

    /**
     * Settles a record whose last attempt lapsed or ended in doubt: it happened (with this answer), did not happen, or may run
     * again. It holds for the attempt that the caller has looked at, and for no other.
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
        Operation policy = known(operation);
        Settle.Verdict wanted = valid(() -> Verdicts.of(verdict, status, contentType, body, policy.version()));
        Optional<SettleAnswer> answer = valid(() -> records.settle(
                id(tenant, operation, key), attempt, wanted, settler(security, who), why, policy.retention()));
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

    private static RecordId id(String tenant, String operation, String key) {
        return valid(() -> new RecordId(new Tenant(tenant), operation, new IdempotencyKey(key)));
    }

    /** Whoever is signed in; the body's word counts only where nobody is. */
    private static String settler(SecurityContext security, @Nullable String who) {
        Principal principal = security.getPrincipal();
        if (principal != null) {
            return principal.getName();
        }
        if (who == null) {
            throw new InvalidEndpointRequestException("a settlement says who decided", "who is missing");
        }
        return who;
    }

    /** Records may also be of an operation that is gone by now: then the general defaults hold. */
    private Operation known(String name) {
        return operations.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst()
                .orElseGet(() -> Operation.named("gone").build());
    }

    private static <T> T valid(Supplier<T> values) {
        try {
            return values.get();
        } catch (InvalidValueException e) {
            throw new InvalidEndpointRequestException("a value is not as it should be", e.getMessage(), e);
        }
    }
}
