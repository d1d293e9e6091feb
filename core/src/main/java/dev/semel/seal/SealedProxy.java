// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.spi.Browsable;
import dev.semel.spi.DoubtList;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Notifying;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.spi.Transactional;
import dev.semel.state.Claim;
import dev.semel.state.Finish;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives a sealed store the capabilities of the store inside: what an answer travels through is sealed and opened, and everything
 * else is passed on. A class would have to be written for each set of capabilities, or claim some that the store has not.
 */
final class SealedProxy implements InvocationHandler {

    /** In which answers travel, or known to be without any. */
    private static final List<Class<?>> KNOWN = List.of(
            Purgeable.class, Settleable.class, Browsable.class, DoubtList.class, Transactional.class, Notifying.class);

    private final IdempotencyStore store;
    private final SealedCalls calls;

    private SealedProxy(IdempotencyStore store, KeyRing keys) {
        this.store = store;
        this.calls = new SealedCalls(store, keys);
    }

    static SealedStore around(IdempotencyStore store, KeyRing keys) {
        if (store instanceof SealedStore) {
            throw new IllegalArgumentException("the store is sealed already: give its keys to that one");
        }
        return (SealedStore) Proxy.newProxyInstance(
                SealedStore.class.getClassLoader(),
                faces(store.getClass()).toArray(Class<?>[]::new),
                new SealedProxy(store, Objects.requireNonNull(keys, "a sealed store needs keys")));
    }

    static List<Class<?>> faces(Class<? extends IdempotencyStore> inside) {
        Set<Class<?>> able = new LinkedHashSet<>();
        collectCapabilities(inside, able);
        able.stream().filter(face -> !KNOWN.contains(face)).findFirst().ifPresent(unknown -> {
            throw new IllegalArgumentException("a store that is " + unknown.getSimpleName()
                    + " cannot be sealed by this version: answers could pass there as they are");
        });
        List<Class<?>> faces = new ArrayList<>();
        faces.add(SealedStore.class);
        KNOWN.stream()
                .filter(able::contains)
                .map(face -> face == Transactional.class ? SealedStore.InTransactions.class : face)
                .forEach(faces::add);
        if (AutoCloseable.class.isAssignableFrom(inside)) {
            faces.add(AutoCloseable.class);
        }
        return List.copyOf(faces);
    }

    private static void collectCapabilities(@Nullable Class<?> type, Set<Class<?>> found) {
        if (type == null) {
            return;
        }
        if (type.isInterface()
                && type != IdempotencyStore.class
                && type.getPackageName().equals(IdempotencyStore.class.getPackageName())) {
            found.add(type);
        }
        for (Class<?> face : type.getInterfaces()) {
            collectCapabilities(face, found);
        }
        collectCapabilities(type.getSuperclass(), found);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Class<?> face = method.getDeclaringClass();
        if (face == Object.class) {
            return onObject(proxy, method, arguments);
        }
        boolean ours = face == IdempotencyStore.class
                || face == SealedStore.class
                || face == Settleable.class
                || face == Browsable.class
                || face == DoubtList.class
                || face == Transactional.class;
        return ours ? onStore(method, arguments) : passed(method, arguments);
    }

    private @Nullable Object onStore(Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        return switch (method.getName()) {
            case "claim" -> calls.claim((Claim) given[0]);
            case "finish" -> calls.finish((Finish) given[0]);
            case "find" -> calls.find((RecordId) given[0]);
            case "settle" -> calls.settle((Settleable) store, (Settle) given[0]);
            case "browse" -> calls.page(() -> ((Browsable) store).browse((Browsable.Question) given[0]));
            case "doubts" -> calls.page(() -> ((DoubtList) store).doubts((Browsable.Question) given[0]));
            case "completeWithin" -> completeWithin(given[0], (Finish) given[1]);
            case "guarantees" -> guarantees();
            case "inside" -> store;
            case "keys" -> calls.keys();
            case "use" -> {
                calls.use((KeyRing) given[0]);
                yield null;
            }
            // Renewals and what is abandoned: no answer travels with them.
            case "renew", "abandon" -> passed(method, arguments);
            default -> throw new IllegalStateException(method.getName() + " is not known to sealed stores");
        };
    }

    @SuppressWarnings("unchecked")
    private Object completeWithin(Object transaction, Finish finish) {
        return calls.completeWithin((Transactional<Object>) store, transaction, finish);
    }

    /** Whoever reads what a store promises learns how answers lie in it. Not with which key: while keys change, processes differ. */
    private Guarantees guarantees() {
        Guarantees inside = store.guarantees();
        return new Guarantees(
                inside.consistency(),
                inside.clock(),
                inside.reach(),
                inside.durability(),
                inside.statement()
                        + (calls.keys().current().isPresent() ? " Saved answers are sealed (XAES-256-GCM)." : ""));
    }

    private Object onObject(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "SealedStore[" + store.getClass().getSimpleName() + ", " + calls.keys() + "]";
        };
    }

    private @Nullable Object passed(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
