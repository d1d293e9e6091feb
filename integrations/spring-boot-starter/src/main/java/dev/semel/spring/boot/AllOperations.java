// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;

/** The operations of handlers and those of other beans' methods, which have other answers and cannot have the same names. */
final class AllOperations {

    private final List<Operation> operations;
    private final Set<String> names;

    AllOperations(BeanFactory beans, Policies handlers) {
        List<BeanOperations> calls = BeanOperations.within(beans);
        this.operations = Stream.concat(
                        handlers.operations().stream(), calls.stream().flatMap(known -> known.operations().stream()))
                .toList();
        this.names = new TreeSet<>(handlers.names());
        calls.stream().flatMap(known -> known.names().stream()).forEach(this::add);
    }

    private void add(String call) {
        if (!names.add(call)) {
            throw new SetupException(
                    "The operation '" + call + "' is one of a handler and one of a bean's method, or of two contexts.",
                    "Give them different names: one would get the saved answers of the other.");
        }
    }

    List<Operation> operations() {
        return operations;
    }

    Set<String> names() {
        return names;
    }
}
