// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The requirements or traps that a broken store is about: a sentence that cites one of them must reject it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Breaks {
    String[] value();
}
