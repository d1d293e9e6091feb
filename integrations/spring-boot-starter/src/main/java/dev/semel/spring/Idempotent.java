// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * A method runs once for each key, and every retry gets the first answer.
 *
 * <p>A controller's method runs once for each key that clients send, and every retry gets the first answer. On a class it means
 * all of its methods that serve {@code POST} or {@code PATCH}; the annotation of a method replaces that of its class.
 *
 * <pre>{@code
 * @PostMapping("/charges")
 * @Idempotent("charges.create")
 * Charge create(@RequestBody NewCharge charge) { … }
 * }</pre>
 *
 * <p>The method of any other bean runs once for each {@link #key} that its arguments give, and needs an {@link #operation}. Its
 * value is saved as JSON. Only calls that come from other beans are protected: those within the bean pass no proxy.
 *
 * <pre>{@code
 * @Idempotent(operation = "invoices.send", key = "#invoice.id")
 * Receipt send(Invoice invoice) { … }
 * }</pre>
 *
 * <p>What is left out here has the default of docs/settings.md. Properties below {@code semel.operations} override each
 * attribute without a change of the code. Durations are written as in properties: {@code 30s}, {@code 24h}, {@code PT15M}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {

    /** The same as {@link #operation}. */
    @AliasFor("operation")
    String value() default "";

    /**
     * The operation's name, which is part of every record's identity: once records exist it must not change (R23). By default
     * the HTTP method and the pattern of the route, {@code POST /v1/charges}; give a name where the route may change.
     */
    @AliasFor("value")
    String operation() default "";

    /**
     * For methods that are no handlers: the expression (SpEL) that gives the key, with the method's parameters as variables and
     * its bean as root. The key of a handler comes with its request.
     */
    String key() default "";

    /** For methods that are no handlers: the expression that gives the owner of the key; by default all have the same. */
    String tenant() default "";

    /**
     * For methods that are no handlers: the expression that gives what makes two calls with one key the same; by default all
     * arguments do. A call that differs is refused.
     */
    String payload() default "";

    /** A set of defaults. */
    Preset preset() default Preset.GENERAL;

    /** How long an attempt may go without a renewal before another takes over. */
    String lease() default "";

    /** How long an attempt may run, renewals included. */
    String maxDuration() default "";

    /** How long an answer is kept. */
    String retention() default "";

    /** Whether a request without a key is refused, or runs unprotected. */
    boolean required() default true;

    /** How long a retry waits for the first attempt's answer; by default it is rejected at once. */
    String waitUpTo() default "";

    /** What a retry gets when nobody knows what the last attempt did. */
    WhenInDoubt inDoubt() default WhenInDoubt.AUTOMATIC;

    /** The version of the answers' shape, from 1; 0 for none. */
    int version() default 0;

    /** What a retry gets whose saved answer is of an older version. */
    OlderAnswers olderAnswers() default OlderAnswers.REPLAY;

    /**
     * Whether the work and its answer share a transaction of the application's transaction manager, so that they are there
     * together or not at all (R22): a rollback frees the key. It takes a relational store on the transactions' data source and
     * a method that does all of its work on its caller's thread; the application does not start otherwise. Work that a rollback
     * does not undo, such as a call to a provider, does not belong into such a method.
     */
    boolean transactional() default false;

    /** What of a body makes two requests the same; looked at where no {@link #pointers} are named. */
    Comparison fingerprint() default Comparison.RAW;

    /** JSON pointers (RFC 6901) to the only values of the body that make two requests the same. */
    String[] pointers() default {};
}
