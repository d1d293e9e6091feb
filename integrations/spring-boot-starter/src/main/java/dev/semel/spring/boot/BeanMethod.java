// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.http.Transacting;
import dev.semel.spring.IdempotencyContext;
import java.io.IOException;
import java.util.Optional;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * A bean's method that runs once for each key.
 *
 * @param operation its policy
 * @param keyRequired whether a call without a key is refused, or runs unprotected
 * @param key gives the key of a call
 * @param tenant gives the key's owner; where there is none, all calls have the same
 * @param payload gives what makes two calls the same; where there is none, all arguments do
 * @param compared makes JSON of it
 * @param codec makes saved answers of what it returns
 * @param transaction what it runs in, where it has one
 */
record BeanMethod(
        Operation operation,
        boolean keyRequired,
        CallExpression key,
        Optional<CallExpression> tenant,
        Optional<CallExpression> payload,
        ComparedValues compared,
        ValueCodec codec,
        Optional<Transacting> transaction) {

    /** What a call wants done; empty where it has no key and needs none. */
    Optional<Intent> intent(MethodInvocation call) {
        Object found = KeyText.unwrapped(key.of(call));
        if (found == null && !keyRequired) {
            return Optional.empty();
        }
        String text = required(found, "key");
        return Optional.of(new Intent(operation, owner(call), new IdempotencyKey(text), fingerprint(call)));
    }

    private Tenant owner(MethodInvocation call) {
        return tenant.map(expression -> new Tenant(required(KeyText.unwrapped(expression.of(call)), "tenant")))
                .orElse(Tenant.sole());
    }

    private String required(@Nullable Object found, String what) {
        if (found == null) {
            throw new InvalidValueException("the call of " + operation.name() + " has no " + what
                    + ": the expression gives null, so that the call cannot be protected and does not run");
        }
        if (!KeyText.isIn(found)) {
            throw new InvalidValueException("the expression for the " + what + " of " + operation.name() + " gives a "
                    + Names.of(found.getClass())
                    + ", whose text does not say which one it is, so that the call does not run: write what identifies it,"
                    + " such as #order.id");
        }
        return KeyText.of(found);
    }

    private Fingerprint fingerprint(MethodInvocation call) {
        Object meant = payload.isPresent() ? payload.get().of(call) : null;
        if (meant != null && OneTime.is(meant.getClass())) {
            throw new InvalidValueException("the payload of " + operation.name() + " is a "
                    + meant.getClass().getName()
                    + ": comparing it would leave the method an empty one, and the call does not run");
        }
        try {
            return Fingerprint.of(payload.isPresent() ? compared.of(meant) : compared.ofArguments(call.getArguments()));
        } catch (IOException | RuntimeException e) {
            throw new InvalidValueException(
                    "the arguments of " + operation.name()
                            + " cannot be compared as JSON, and the call does not run: say with payload what makes two calls"
                            + " the same",
                    e);
        }
    }

    /** The arguments that it runs with: whatever the caller passed as context, it gets its own. */
    static Object[] withContext(MethodInvocation call, IdempotencyContext context) {
        Object[] arguments = call.getArguments().clone();
        Class<?>[] types = call.getMethod().getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == IdempotencyContext.class) {
                arguments[i] = context;
            }
        }
        return arguments;
    }
}
