// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.Method;

/** What messages call classes and methods, so that they can be found: also those that have no name of their own. */
final class Names {

    private Names() {}

    /** {@code Charges}, or {@code Application$1} for one without a name, where it is written. */
    static String of(Class<?> type) {
        String own = type.getSimpleName();
        return own.isEmpty() ? type.getName().substring(type.getName().lastIndexOf('.') + 1) : own;
    }

    static String of(Method method, Class<?> type) {
        return of(type) + "." + method.getName();
    }
}
