// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import dev.semel.spi.IdempotencyStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a store with all of its capabilities. A class of our own would have to name them one by one, and those
 * that come later would be lost without a word.
 */
final class FaultyProxy implements InvocationHandler {

    private final IdempotencyStore store;
    private final FaultPlan plan = new FaultPlan();

    private FaultyProxy(IdempotencyStore store) {
        this.store = store;
    }

    static FaultyStore around(IdempotencyStore store) {
        Set<Class<?>> faces = new LinkedHashSet<>();
        faces.add(FaultyStore.class);
        collectCapabilities(store.getClass(), faces);
        Object proxy = Proxy.newProxyInstance(
                FaultyStore.class.getClassLoader(), faces.toArray(Class<?>[]::new), new FaultyProxy(store));
        return (FaultyStore) proxy;
    }

    private static void collectCapabilities(@Nullable Class<?> type, Set<Class<?>> found) {
        if (type == null) {
            return;
        }
        if (type.isInterface() && type.getPackageName().equals(IdempotencyStore.class.getPackageName())) {
            found.add(type);
        }
        for (Class<?> face : type.getInterfaces()) {
            collectCapabilities(face, found);
        }
        collectCapabilities(type.getSuperclass(), found);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Faults.class) {
            return call(plan, method, arguments);
        }
        if (method.getDeclaringClass() == Object.class) {
            return onObject(proxy, method, arguments);
        }
        if (method.getReturnType() == CompletionStage.class) {
            return plan.meet(Call.named(method.getName()), () -> deliver(method, arguments));
        }
        return call(store, method, arguments);
    }

    private Object onObject(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "FaultyStore[" + store + "]";
        };
    }

    @SuppressWarnings("unchecked")
    private CompletionStage<Object> deliver(Method method, Object @Nullable [] arguments) {
        try {
            Object stage = call(store, method, arguments);
            if (stage == null) {
                throw new IllegalStateException(
                        method.getName() + " of " + store + " answered null instead of a stage");
            }
            return (CompletionStage<Object>) stage;
        } catch (RuntimeException | Error unchecked) {
            throw unchecked;
        } catch (Throwable checked) {
            throw new IllegalStateException("no method of the SPI throws a checked exception", checked);
        }
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
