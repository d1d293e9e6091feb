// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * What an annotation says, in the form of properties.
 *
 * @param operation the name that is given, empty for the route's
 * @param onMethod whether it stands on the method itself
 * @param settings everything else that properties could say, too
 * @param call the expressions, for a method that is no handler
 */
record Annotations(String operation, boolean onMethod, OperationProperties settings, Call call) {

    /** The annotation of a handler: its method's, else its class's. */
    static Optional<Annotations> of(Method method, Class<?> type) {
        Idempotent own = AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
        Idempotent found = own == null ? AnnotatedElementUtils.findMergedAnnotation(type, Idempotent.class) : own;
        return Optional.ofNullable(found)
                .map(annotation -> new Annotations(
                        annotation.operation(),
                        own != null,
                        settings(annotation, Names.of(method, type)),
                        new Call(annotation.key(), annotation.tenant(), annotation.payload())));
    }

    private static OperationProperties settings(Idempotent from, String place) {
        return new OperationProperties(
                List.of(),
                Set.of(),
                from.preset(),
                duration(from.lease(), "lease", place),
                duration(from.maxDuration(), "maxDuration", place),
                duration(from.retention(), "retention", place),
                from.required(),
                null,
                null,
                null,
                duration(from.waitUpTo(), "waitUpTo", place),
                null,
                from.inDoubt(),
                from.version() == 0 ? null : from.version(),
                from.olderAnswers(),
                from.fingerprint(),
                List.of(from.pointers()),
                null,
                null,
                null,
                null,
                from.transactional());
    }

    /** The texts of expressions, empty where there is none. */
    record Call(String key, String tenant, String payload) {

        boolean isEmpty() {
            return key.isEmpty() && tenant.isEmpty() && payload.isEmpty();
        }
    }

    private static @Nullable Duration duration(String text, String attribute, String place) {
        try {
            return text.isEmpty() ? null : DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException e) {
            throw new SetupException(
                    "@Idempotent at " + place + " has the " + attribute + " '" + text + "', which is no duration.",
                    "Write 30s, 15m, 24h or PT15M.",
                    e);
        }
    }
}
