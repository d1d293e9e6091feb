// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Operation;
import java.util.Set;

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

    HttpPolicy(HttpPolicyBuilder settings) {
        this.settings = settings;
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

    @Override
    public String toString() {
        return "HttpPolicy[" + settings.operation.name() + "]";
    }
}
