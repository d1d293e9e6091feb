// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.http.HttpPolicy;
import dev.semel.state.Answer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What there is to protect. Immutable.
 *
 * @param operations all operations
 * @param policies how those of HTTP are protected
 * @param routes what leads to them, in order; empty where nobody knows
 * @param calls the names of those that serve no requests: what they save is no HTTP answer, but a value as JSON
 */
public record Catalogue(List<Operation> operations, List<HttpPolicy> policies, List<Route> routes, Set<String> calls) {

    private static final Operation UNKNOWN = Operation.named("gone")
            .version(Integer.MAX_VALUE, OlderAnswer.replay())
            .build();

    public Catalogue {
        operations = List.copyOf(operations);
        policies = List.copyOf(policies);
        routes = List.copyOf(routes);
        calls = Set.copyOf(calls);
    }

    /** Operations that all serve requests. */
    public Catalogue(List<Operation> operations, List<HttpPolicy> policies, List<Route> routes) {
        this(operations, policies, routes, Set.of());
    }

    /** Operations without anything that only HTTP knows. */
    public static Catalogue of(List<Operation> operations) {
        return new Catalogue(operations, List.of(), List.of());
    }

    /** The same, where these are not of HTTP at all. */
    public Catalogue withCalls(Set<String> names) {
        return new Catalogue(operations, policies, routes, names);
    }

    /**
     * What holds for records of an operation that nobody knows here: general defaults, and a version that no other calls older.
     * What an operator says that retries get was never of the shape that a smaller number would claim, and to run the work again
     * for it would be the second time (R20; docs/decisions/036-answers-of-operations-that-nobody-knows.md).
     */
    public static Operation unknown() {
        return UNKNOWN;
    }

    /** Whether an answer was given by whoever did not know its operation's version. */
    static boolean isOfUnknownVersion(Answer answer) {
        return answer.schemaVersion() == UNKNOWN.version();
    }

    boolean isCall(String operation) {
        return calls.contains(operation);
    }

    /**
     * Where requests go.
     *
     * @param path a pattern
     * @param methods which methods; all where there are none
     * @param target who answers them
     * @param operation the operation that protects them, if one does
     */
    public record Route(String path, Set<String> methods, String target, Optional<String> operation) {

        public Route {
            methods = Set.copyOf(methods);
        }
    }

    Optional<Operation> operation(String name) {
        return operations.stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }

    Optional<HttpPolicy> policy(String operation) {
        return policies.stream()
                .filter(policy -> policy.operation().name().equals(operation))
                .findFirst();
    }
}
