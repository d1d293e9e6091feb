// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * A controller's method runs once for each key that clients send, and every retry gets the first answer. On a class it means
 * all of its methods that serve {@code POST} or {@code PATCH}; the annotation of a method replaces that of its class.
 *
 * <pre>{@code
 * @PostMapping("/charges")
 * @Idempotent("charges.create")
 * Charge create(@RequestBody NewCharge charge) { … }
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

    /** What of a body makes two requests the same; looked at where no {@link #pointers} are named. */
    Comparison fingerprint() default Comparison.RAW;

    /** JSON pointers (RFC 6901) to the only values of the body that make two requests the same. */
    String[] pointers() default {};
}
