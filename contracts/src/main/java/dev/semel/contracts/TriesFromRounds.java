// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Takes the number of tries from the one file of round counts: an annotation can only hold a constant. */
final class TriesFromRounds implements AroundPropertyHook {

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        context.attributes().setTries(Rounds.of("storeModel"));
        return property.execute();
    }
}
