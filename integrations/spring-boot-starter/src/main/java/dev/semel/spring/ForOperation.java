// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the operations that a {@link dev.semel.Reconciler} or a {@link dev.semel.OlderAnswer.Converter} is for; on the bean's
 * class or on the method that makes it. A bean without it is for the operation that has the bean's name. The application does
 * not start when there is no such operation: a reconciler that is never asked would mean that work is done twice.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ForOperation {

    /** The names of the operations. */
    String[] value();
}
