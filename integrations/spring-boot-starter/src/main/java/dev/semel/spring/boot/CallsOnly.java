// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** The operations of an application that serves no requests. */
final class CallsOnly implements KnownOperations, SmartInitializingSingleton {

    private final BeanOperations calls;
    private final SemelProperties properties;
    private final ListableBeanFactory beans;

    CallsOnly(BeanOperations calls, SemelProperties properties, ListableBeanFactory beans) {
        this.calls = calls;
        this.properties = properties;
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        calls.names();
        if (!properties.http().enabled()) {
            // The settings of handlers are there, and nobody looks for handlers.
            return;
        }
        Set<String> names = BeanOperations.within(beans).stream()
                .flatMap(known -> known.names().stream())
                .collect(Collectors.toSet());
        properties.checkThatAllAreUsed(names);
        new OperationHooks(beans).checkAgainst(names);
    }

    @Override
    public List<Operation> operations() {
        return calls.operations();
    }
}
