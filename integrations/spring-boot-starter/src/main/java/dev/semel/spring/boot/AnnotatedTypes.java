// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.Idempotent;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Tells which classes have the annotation anywhere, on themselves or on a method, their own or one that they inherit. It is asked
 * for the class of every bean, so that it looks at each class once, and reads no annotation's hierarchy. Safe for use by several
 * threads.
 */
final class AnnotatedTypes {

    /** Whose beans are many, and cannot know of Semel. */
    private static final List<String> STRANGERS =
            List.of("java.", "javax.", "jakarta.", "com.fasterxml.jackson.", "tools.jackson.");

    private static final String SPRING = "org.springframework.";

    /** What Spring's own libraries have below it. In others there are applications: Spring's samples, for one. */
    private static final Set<String> OF_SPRING = Set.of(
            ("ai amqp aop aot asm batch beans boot cache cglib cloud context core dao data ejb expression format graphql grpc"
                            + " hateoas http instrument integration javapoet jca jdbc jmx jms jndi kafka lang ldap mail messaging"
                            + " mock modulith objenesis orm oxm plugin pulsar r2dbc resilience restdocs retry scheduling"
                            + " scripting security session shell statemachine stereotype test transaction ui util validation"
                            + " vault web webflow ws")
                    .split(" "));

    private static final Map<Class<?>, Boolean> KNOWN = new ConcurrentReferenceHashMap<>();

    private AnnotatedTypes() {}

    static boolean includes(Class<?> type) {
        return !isStranger(type) && KNOWN.computeIfAbsent(ClassUtils.getUserClass(type), AnnotatedTypes::look);
    }

    /** A plain loop: it is asked a hundred times before anything is compiled. */
    private static boolean isStranger(Class<?> type) {
        String name = type.getName();
        if (name.startsWith(SPRING)) {
            int end = name.indexOf('.', SPRING.length());
            return end > 0 && OF_SPRING.contains(name.substring(SPRING.length(), end));
        }
        for (String stranger : STRANGERS) {
            if (name.startsWith(stranger)) {
                return true;
            }
        }
        return false;
    }

    private static boolean look(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>(ClassUtils.getAllInterfacesForClassAsSet(type));
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            all.add(one);
        }
        for (Class<?> one : all) {
            if (isAnnotated(one)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAnnotated(Class<?> type) {
        if (isStranger(type)) {
            return false;
        }
        if (has(type)) {
            return true;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (has(method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(AnnotatedElement element) {
        return MergedAnnotations.from(element, MergedAnnotations.SearchStrategy.DIRECT)
                .isPresent(Idempotent.class);
    }
}
