// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import java.util.List;

/** Knows the operations of the application, once it has started. */
@FunctionalInterface
interface KnownOperations {

    List<Operation> operations();
}
