// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;

/** The annotated methods of a bean's class that serve no requests, so that each call of them is protected. */
final class AnnotatedCalls {

    private static final List<String> MAPPINGS = List.of(
            "org.springframework.web.bind.annotation.RequestMapping",
            "org.springframework.web.service.annotation.HttpExchange");
    private static final String CONTROLLER = "org.springframework.stereotype.Controller";

    private AnnotatedCalls() {}

    /** Refuses annotations that protect nothing: nobody would hear of it. */
    static void check(Class<?> type) {
        for (Class<?> one : KnownAs.typesOf(type)) {
            if (AnnotatedTypes.includes(one)) {
                of(one).forEach(method -> BeanMethods.checkThatItHasKey(method, one));
            }
        }
    }

    /** The mappings of what is no controller lead from here to others, as those of a client's interface, and are calls like any. */
    static Set<Method> of(Class<?> type) {
        Set<Method> annotated = new HashSet<>(MethodIntrospector.selectMethods(
                type, (Method method) -> AnnotatedElementUtils.hasAnnotation(method, Idempotent.class)));
        MergedAnnotations ofType = MergedAnnotations.from(type, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY);
        if (ofType.isPresent(CONTROLLER)) {
            annotated.removeIf(AnnotatedCalls::servesRequests);
        } else if (ofType.isPresent(Idempotent.class)) {
            throw new SetupException(
                    "@Idempotent stands on the class " + Names.of(type) + ", which is no controller.",
                    "Put it on the methods, each with its operation and its key.");
        }
        return annotated;
    }

    private static boolean servesRequests(Method method) {
        MergedAnnotations all = MergedAnnotations.from(method, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY);
        return MAPPINGS.stream().anyMatch(all::isPresent);
    }
}
