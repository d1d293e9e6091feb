// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import java.util.List;

/** Knows the operations of the application, once it has started. */
@FunctionalInterface
interface KnownOperations {

    /** The same for all of them: a context's own hides that of its parent, which may be of another kind. */
    String BEAN = "semelOperations";

    List<Operation> operations();
}
