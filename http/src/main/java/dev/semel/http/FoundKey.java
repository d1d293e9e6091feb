// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Operation;
import dev.semel.Tenant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was found where the key should be: a key, nothing, or something that is no key.
 *
 * @param value the key, by whatever rules; null where there is none
 * @param problem why there is none; null where there is one
 */
record FoundKey(@Nullable String value, @Nullable Problem problem) {

    private static final FoundKey MISSING = refused(Problem.of(
            Problem.Kind.KEY_MISSING,
            "This operation requires an Idempotency-Key header. Make one key per intent, at random, and send the same one"
                    + " with every retry."));

    private static final FoundKey REPEATED = refused(Problem.of(
            Problem.Kind.KEY_REPEATED,
            "The request has more than one Idempotency-Key; expected is exactly one. If a key contains a comma, put the"
                    + " key in double quotes."));

    static FoundKey of(String value) {
        return new FoundKey(value, null);
    }

    static FoundKey refused(Problem problem) {
        return new FoundKey(null, problem);
    }

    static FoundKey malformed(String detail) {
        return refused(Problem.of(Problem.Kind.KEY_MALFORMED, detail));
    }

    static FoundKey missing() {
        return MISSING;
    }

    static FoundKey repeated() {
        return REPEATED;
    }

    boolean isMissing() {
        return problem != null && problem.kind() == Problem.Kind.KEY_MISSING;
    }

    /** What is wrong with the key; null when it is good by the operation's rules. */
    @Nullable
    Problem checked(Operation operation) {
        return value == null
                ? problem
                : operation.keyRules().check(value).map(Problems::of).orElse(null);
    }

    /** What is wrong with whose the key is; null where it may be anybody's, or is this tenant's. */
    @Nullable
    Problem issuedTo(Tenant tenant, Operation operation) {
        return operation
                .issuedKeys()
                .flatMap(issued -> issued.check(tenant, orThrow()))
                .map(Problems::of)
                .orElse(null);
    }

    String orThrow() {
        return Objects.requireNonNull(value, "there is a problem instead of a key");
    }
}
