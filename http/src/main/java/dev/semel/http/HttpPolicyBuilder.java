// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Operation;
import dev.semel.SettingException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects a policy's settings; {@link #build()} checks them and names a bad one. Not safe for several threads. */
public final class HttpPolicyBuilder {

    private static final Set<String> USUAL = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final Set<Integer> IN_FLIGHT = Set.of(409, 425, 503);

    final Operation operation;
    Set<String> methods = Set.of("POST", "PATCH");
    boolean keyRequired = true;
    BodyFingerprint fingerprint = BodyFingerprint.raw();
    OutcomeRules outcomes = OutcomeRules.defaults();
    int inFlightStatus = 409;
    KeptHeaders keptHeaders = KeptHeaders.defaults();
    Optional<String> keyPointer = Optional.empty();
    OptionalLong bodyLimit = OptionalLong.empty();
    boolean issuesKeys;
    Optional<Transacting> transaction = Optional.empty();

    HttpPolicyBuilder(Operation operation) {
        this.operation = operation;
    }

    private HttpPolicyBuilder(HttpPolicyBuilder from) {
        operation = from.operation;
        methods = from.methods;
        keyRequired = from.keyRequired;
        fingerprint = from.fingerprint;
        outcomes = from.outcomes;
        inFlightStatus = from.inFlightStatus;
        keptHeaders = from.keptHeaders;
        keyPointer = from.keyPointer;
        bodyLimit = from.bodyLimit;
        issuesKeys = from.issuesKeys;
        transaction = from.transaction;
    }

    /** Which methods are protected; POST and PATCH by default. Safe methods always pass untouched. */
    public HttpPolicyBuilder methods(String... methods) {
        this.methods = Set.copyOf(Arrays.asList(methods));
        return this;
    }

    /** A request without a key runs unprotected instead of being refused. */
    public HttpPolicyBuilder keyOptional() {
        keyRequired = false;
        return this;
    }

    /**
     * The key may also be in a JSON body, where this pointer (RFC 6901) points to; a header comes first. Such a body must fit
     * into memory.
     */
    public HttpPolicyBuilder keyInBody(String pointer) {
        keyPointer = Optional.of(pointer);
        return this;
    }

    /** What stands where the key would is the name of a session: see {@link KeyDesk}. */
    HttpPolicyBuilder issuingKeys() {
        issuesKeys = true;
        return this;
    }

    /** How many bytes the body of a request may have, instead of what all may have. Beyond: 413. */
    public HttpPolicyBuilder bodyLimit(long bytes) {
        bodyLimit = OptionalLong.of(bytes);
        return this;
    }

    /** What of the body makes two requests the same; its bytes by default (R26). */
    public HttpPolicyBuilder fingerprint(BodyFingerprint fingerprint) {
        this.fingerprint = fingerprint;
        return this;
    }

    /** What answers and exceptions say about the work (R15). */
    public HttpPolicyBuilder outcomes(OutcomeRules outcomes) {
        this.outcomes = outcomes;
        return this;
    }

    /** The status that a retry gets while the first request runs: 409 by default, 425 or 503 (R28). */
    public HttpPolicyBuilder inFlightStatus(int status) {
        inFlightStatus = status;
        return this;
    }

    /** Which headers of an answer are kept and given again. */
    public HttpPolicyBuilder keptHeaders(KeptHeaders keptHeaders) {
        this.keptHeaders = keptHeaders;
        return this;
    }

    /**
     * The handler and its answer share a transaction of the application's (R22). It takes an adapter whose handlers run on
     * one thread, and nothing of the answer leaves before the commit: one that is too large to be kept does not leave at all.
     */
    public HttpPolicyBuilder transaction(Transacting transaction) {
        this.transaction = Optional.of(transaction);
        return this;
    }

    /**
     * Checks everything and builds the policy.
     *
     * @throws SettingException naming the bad setting
     */
    public HttpPolicy build() {
        required("operation", operation);
        required("fingerprint", fingerprint);
        required("outcomes", outcomes);
        required("keptHeaders", keptHeaders);
        if (methods.isEmpty()) {
            throw new SettingException(
                    "methods", "is empty, so that nothing would be protected; POST and PATCH are the default");
        }
        for (String method : methods) {
            checkMethod(method);
        }
        if (bodyLimit.isPresent() && bodyLimit.getAsLong() < 0) {
            throw new SettingException("bodyLimit", "is " + bodyLimit.getAsLong() + ", cannot be negative");
        }
        if (!IN_FLIGHT.contains(inFlightStatus)) {
            throw new SettingException("inFlightStatus", "is " + inFlightStatus + ", must be 409, 425 or 503");
        }
        if (transaction.isPresent() && !keyRequired) {
            throw new SettingException(
                    "transaction", "needs a key in every request: one without would run outside of any transaction");
        }
        return new HttpPolicy(new HttpPolicyBuilder(this));
    }

    private static void checkMethod(String method) {
        if (Methods.isSafe(method)) {
            throw new SettingException("methods", method + " is safe: it changes nothing, and passes untouched");
        }
        if (!Tokens.isToken(method)) {
            throw new SettingException("methods", "a method is a token such as POST");
        }
        String upper = method.toUpperCase(Locale.ROOT);
        if (!upper.equals(method) && USUAL.contains(upper)) {
            throw new SettingException(
                    "methods", method + " is no method that anybody sends: their case counts, so write " + upper);
        }
    }

    static void required(String setting, @Nullable Object value) {
        if (value == null) {
            throw new SettingException(setting, "is null; leave it out to have the default");
        }
    }
}
