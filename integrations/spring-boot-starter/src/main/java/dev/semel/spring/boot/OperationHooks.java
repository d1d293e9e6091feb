// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.IssuedKeys;
import dev.semel.OlderAnswer;
import dev.semel.Reconciler;
import dev.semel.SessionKeys;
import dev.semel.spring.ForOperation;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** The reconcilers and converters among the beans, by the operations that they are for. */
final class OperationHooks {

    private static final System.Logger LOG = System.getLogger("dev.semel.spring");

    private final ListableBeanFactory beans;
    private final Map<String, Named<Reconciler>> reconcilers;
    private final Map<String, Named<OlderAnswer.Converter>> converters;

    OperationHooks(ListableBeanFactory beans) {
        this.beans = beans;
        this.reconcilers = byOperation(Reconciler.class);
        this.converters = byOperation(OlderAnswer.Converter.class);
    }

    Optional<Reconciler> reconciler(String operation) {
        return Optional.ofNullable(reconcilers.get(operation)).map(Named::bean);
    }

    Optional<OlderAnswer.Converter> converter(String operation) {
        return Optional.ofNullable(converters.get(operation)).map(Named::bean);
    }

    /** The keys that the application issues, where it does. */
    Optional<IssuedKeys> issuedKeys() {
        return Optional.ofNullable(beans.getBeanProvider(IssuedKeys.class).getIfAvailable());
    }

    /** What gives them to sessions, where it is known to this application. */
    Optional<SessionKeys> sessionKeys() {
        return Optional.ofNullable(beans.getBeanProvider(SessionKeys.class).getIfAvailable());
    }

    /** Refuses a hook that names an operation which is not there; one that names none may be for something else. */
    void checkAgainst(Collection<String> operations) {
        check("reconciler", reconcilers, Set.copyOf(operations));
        check("converter", converters, Set.copyOf(operations));
    }

    private static <T> void check(String what, Map<String, Named<T>> hooks, Set<String> operations) {
        Map<String, Named<T>> lost = new HashMap<>(hooks);
        lost.keySet().removeAll(operations);
        lost.values().removeIf(hook -> !hook.own);
        lost.forEach((operation, hook) -> {
            if (hook.annotated) {
                throw new SetupException(
                        "The " + what + " '" + hook.name + "' is for the operation '" + operation
                                + "', and there is no such operation.",
                        "Correct the name in @ForOperation, or that of the operation. There are: "
                                + String.join(", ", operations.stream().sorted().toList()) + ".");
            }
        });
        Set<String> idle = new HashSet<>(lost.keySet());
        if (!idle.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no operation has the name of these beans, so that nobody asks them: {0}; name their operations with"
                            + " @ForOperation",
                    String.join(", ", idle));
        }
    }

    /** Those of contexts above, too; the nearest counts. */
    private <T> Map<String, Named<T>> byOperation(Class<T> type) {
        Map<String, Named<T>> found = new HashMap<>();
        for (BeanFactory one = beans; one != null; one = parentOf(one)) {
            if (one instanceof ListableBeanFactory level) {
                byOperation(type, level).forEach(found::putIfAbsent);
            }
        }
        return Map.copyOf(found);
    }

    private static @Nullable BeanFactory parentOf(BeanFactory level) {
        return level instanceof HierarchicalBeanFactory one ? one.getParentBeanFactory() : null;
    }

    private <T> Map<String, Named<T>> byOperation(Class<T> type, ListableBeanFactory level) {
        Map<String, Named<T>> found = new HashMap<>();
        for (String name : level.getBeanNamesForType(type)) {
            ForOperation annotation = level.findAnnotationOnBean(name, ForOperation.class);
            List<String> operations = annotation == null ? List.of(name) : List.of(annotation.value());
            for (String operation : operations) {
                Named<T> hook = new Named<>(name, annotation != null, level == beans, level.getBean(name, type));
                Named<T> other = found.put(operation, hook);
                if (other != null) {
                    throw new SetupException(
                            "Two beans are for the operation '" + operation + "': '" + other.name + "' and '" + name
                                    + "'.",
                            "Leave one of them; both are " + type.getSimpleName() + "s.");
                }
            }
        }
        return found;
    }

    /** Whether it is this context's own: one of a context above may be for an operation there. */
    private record Named<T>(String name, boolean annotated, boolean own, T bean) {}
}
