// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import dev.semel.OperationBuilder;
import dev.semel.http.HttpPolicyBuilder;

/**
 * A bean that changes policies after annotation and properties have been applied: for what is code and no setting, such as
 * what an exception means ({@link dev.semel.http.OutcomeRules}).
 */
public interface PolicyCustomizer {

    /** Called once for each operation. */
    default void customize(String name, OperationBuilder operation) {}

    /** Called once for each way to reach the operation: a handler's method and pattern, or the paths in properties. */
    default void customize(String name, HttpPolicyBuilder policy) {}
}
