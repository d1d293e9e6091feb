// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Operation;
import dev.semel.http.json.JsonPointer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an operation is protected over HTTP: the operation's own policy, and what only HTTP knows. Immutable and safe for
 * use by several threads.
 *
 * <pre>{@code
 * HttpPolicy charges = HttpPolicy.of(Operation.payments("charges.create").build());
 * }</pre>
 */
public final class HttpPolicy {

    private final HttpPolicyBuilder settings;
    private final List<JsonPointer> pointers;
    private final @Nullable JsonPointer keyPointer;

    HttpPolicy(HttpPolicyBuilder settings) {
        this.settings = settings;
        this.pointers = settings.fingerprint instanceof BodyFingerprint.Pointers chosen ? chosen.parsed() : List.of();
        this.keyPointer = settings.keyPointer.map(JsonPointer::of).orElse(null);
    }

    /** The defaults: POST and PATCH, a key is required, the fingerprint covers the raw body. */
    public static HttpPolicy of(Operation operation) {
        return builder(operation).build();
    }

    /** Begins a policy with the defaults. */
    public static HttpPolicyBuilder builder(Operation operation) {
        return new HttpPolicyBuilder(operation);
    }

    public Operation operation() {
        return settings.operation;
    }

    /** Which methods are protected. */
    public Set<String> methods() {
        return settings.methods;
    }

    /** Whether a request without a key is refused, or runs unprotected. */
    public boolean isKeyRequired() {
        return settings.keyRequired;
    }

    /** What of the body makes two requests the same. */
    public BodyFingerprint fingerprint() {
        return settings.fingerprint;
    }

    /** Where in a JSON body the key may be, when no header has it. */
    public Optional<String> keyInBody() {
        return settings.keyPointer;
    }

    /** How many bytes the body of a request may have, where the operation has a limit of its own. */
    public OptionalLong bodyLimit() {
        return settings.bodyLimit;
    }

    /** The pointers of a business signature; empty where the fingerprint is none. */
    List<JsonPointer> pointers() {
        return pointers;
    }

    @Nullable
    JsonPointer keyPointer() {
        return keyPointer;
    }

    /** Whether its work is to issue a key for the session that a body names: see {@link KeyDesk}. */
    boolean issuesKeys() {
        return settings.issuesKeys;
    }

    /** What answers and exceptions say about the work. */
    public OutcomeRules outcomes() {
        return settings.outcomes;
    }

    /** The status that a retry gets while the first request runs. */
    public int inFlightStatus() {
        return settings.inFlightStatus;
    }

    /** Which headers of an answer are kept and given again. */
    public KeptHeaders keptHeaders() {
        return settings.keptHeaders;
    }

    /** What runs the handler and saves its answer in one transaction, where the operation has that (R22). */
    public Optional<Transacting> transaction() {
        return settings.transaction;
    }

    @Override
    public String toString() {
        return "HttpPolicy[" + settings.operation.name() + "]";
    }
}
