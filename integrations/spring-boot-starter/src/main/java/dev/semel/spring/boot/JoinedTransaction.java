// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationAttributes;

/**
 * A transactional operation's own {@code @Transactional}: it joins the transaction that the answer is saved in, or it says something that
 * would not hold there (R22).
 */
final class JoinedTransaction {

    /** By name: neither has to be there. */
    private static final String SPRINGS = "org.springframework.transaction.annotation.Transactional";

    private static final String JAKARTAS = "jakarta.transaction.Transactional";

    /** In Spring's words and in those of Jakarta. */
    private static final Set<String> APART = Set.of("REQUIRES_NEW", "NOT_SUPPORTED", "NEVER");

    /** Than the usual one. To get less than one asks for is what hurts. */
    private static final Set<String> STRICTER = Set.of("REPEATABLE_READ", "SERIALIZABLE");

    private JoinedTransaction() {}

    /** Which manager it names, or an empty text where it takes the usual one; nothing where the method has none of its own. */
    static Optional<String> check(Method method, Class<?> type, String place) {
        Optional<AnnotationAttributes> springs = of(method, type, SPRINGS);
        springs.ifPresent(annotation -> {
            checkPropagation(String.valueOf(annotation.get("propagation")), place);
            checkIsolation(String.valueOf(annotation.get("isolation")), place);
        });
        Optional<AnnotationAttributes> jakartas = of(method, type, JAKARTAS);
        jakartas.ifPresent(annotation -> checkPropagation(String.valueOf(annotation.get("value")), place));
        return springs.map(annotation -> annotation.getString("transactionManager"))
                .or(() -> jakartas.map(annotation -> ""));
    }

    private static Optional<AnnotationAttributes> of(Method method, Class<?> type, String annotation) {
        Optional<AnnotationAttributes> own = on(method, annotation);
        return own.isPresent() ? own : on(type, annotation);
    }

    private static Optional<AnnotationAttributes> on(AnnotatedElement element, String annotation) {
        return Optional.ofNullable(
                AnnotatedElementUtils.findMergedAnnotationAttributes(element, annotation, false, false));
    }

    private static void checkPropagation(String propagation, String place) {
        if (APART.contains(propagation)) {
            throw new SetupException(
                    "@Idempotent at " + place + " is transactional, and the method's own @Transactional says "
                            + propagation + ": what it writes would not be committed together with its answer.",
                    "Let it join the transaction (REQUIRED, as by default), or take transactional away.");
        }
    }

    private static void checkIsolation(String isolation, String place) {
        if (STRICTER.contains(isolation)) {
            throw new SetupException(
                    "@Idempotent at " + place
                            + " is transactional, and the method's own @Transactional asks for the isolation "
                            + isolation + ", which it would not get: it joins a transaction that has begun.",
                    "Take the isolation away, and lock what has to be locked (SELECT ... FOR UPDATE); or take transactional away.");
        }
    }
}
