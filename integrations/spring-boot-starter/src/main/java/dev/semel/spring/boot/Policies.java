// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import dev.semel.SettingException;
import dev.semel.http.BodyFingerprint;
import dev.semel.http.HttpPolicy;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.http.json.JsonPointer;
import dev.semel.spring.Comparison;
import dev.semel.spring.PolicyCustomizer;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Builds policies out of what annotations and properties say, and knows all operations. An operation's settings are one thing:
 * two places that give it different ones are refused. Not safe for use by several threads; it works at start-up.
 */
final class Policies {

    /** What builders call otherwise than properties do. */
    private static final Map<String, String> PROPERTIES = Map.of(
            "inFlight.deadline", "wait-up-to",
            "lateRetry.margin", "refuse-late",
            "issuedKeys.lifetime", "issued-keys",
            "inDoubt.limit", "max-duration",
            "fingerprint.pointers", "pointers",
            "transaction", "transactional");

    private final Operations operations;
    private final List<PolicyCustomizer> customizers;
    private final TransactionSource transactions;
    private final Map<String, Known> known = new TreeMap<>();

    Policies(OperationHooks hooks, List<PolicyCustomizer> customizers, TransactionSource transactions) {
        this.transactions = transactions;
        this.operations = new Operations(hooks, customizers);
        this.customizers = customizers;
    }

    /** Whether an operation can be transactional here. */
    boolean hasTransactions() {
        return transactions != TransactionSource.NONE;
    }

    /** Refuses a handler whose own {@code @Transactional} would not join the operation's transaction. */
    void checkTransaction(String name, Method handler, Class<?> type, String place) {
        transactions.check(name, handler, type, place);
    }

    /** A policy for these methods; {@code origin} says in messages where the settings come from. */
    HttpPolicy policy(String name, OperationProperties settings, Set<String> methods, String origin) {
        return named(name, origin, () -> {
            HttpPolicyBuilder builder =
                    HttpPolicy.builder(operation(name, settings, origin)).methods(methods.toArray(String[]::new));
            apply(settings, builder);
            if (settings.isTransacted()) {
                builder.transaction(transactions.of(name));
            }
            customizers.forEach(customizer -> customizer.customize(name, builder));
            return builder.build();
        });
    }

    private Operation operation(String name, OperationProperties settings, String origin) {
        Known before = known.get(name);
        if (before == null) {
            Operation operation = operations.build(name, settings);
            known.put(name, new Known(operation, settings, origin));
            return operation;
        }
        if (!before.settings.equals(settings)) {
            throw new SetupException(
                    "The operation '" + name + "' has one policy at " + before.origin + " and another at " + origin
                            + ".",
                    "Give both places the same settings, or the operations different names.");
        }
        return before.operation;
    }

    /** The settings of an operation that is known already. */
    Optional<OperationProperties> settings(String name) {
        return Optional.ofNullable(known.get(name)).map(Known::settings);
    }

    List<Operation> operations() {
        return known.values().stream().map(Known::operation).toList();
    }

    Set<String> names() {
        return known.keySet();
    }

    private static void apply(OperationProperties settings, HttpPolicyBuilder builder) {
        if (Boolean.FALSE.equals(settings.required())) {
            builder.keyOptional();
        }
        if (settings.keyInBody() != null) {
            builder.keyInBody(pointer("keyInBody", settings.keyInBody()));
        }
        if (settings.inFlightStatus() != null) {
            builder.inFlightStatus(settings.inFlightStatus());
        }
        if (!settings.pointers().isEmpty()) {
            builder.fingerprint(BodyFingerprint.pointers(settings.pointers().stream()
                    .map(pointer -> pointer("pointers", pointer))
                    .toArray(String[]::new)));
        } else if (settings.fingerprint() == Comparison.CANONICAL_JSON) {
            builder.fingerprint(BodyFingerprint.canonicalJson());
        }
    }

    /** Two settings are pointers, and what is wrong with one does not say whose it is. */
    private static String pointer(String setting, String pointer) {
        try {
            JsonPointer.of(pointer);
            return pointer;
        } catch (SettingException e) {
            throw new SettingException(setting, String.valueOf(e.getMessage()));
        }
    }

    private static <T> T named(String name, String origin, Supplier<T> build) {
        try {
            return build.get();
        } catch (SettingException e) {
            throw cannotWork(name, origin, e);
        }
    }

    static SetupException cannotWork(String name, String origin, SettingException e) {
        String setting = PROPERTIES.getOrDefault(e.setting(), Setup.kebab(e.setting()));
        String action = Setup.isOf(OperationProperties.class, setting)
                ? "Change the attribute of @Idempotent, or semel.operations[" + name + "]." + setting + "."
                : "Change what says so, which is no property: the operation's name, or a PolicyCustomizer.";
        return new SetupException(
                "The operation '" + name + "' (" + origin + ") cannot work: " + e.getMessage(), action, e);
    }

    private record Known(Operation operation, OperationProperties settings, String origin) {}
}
