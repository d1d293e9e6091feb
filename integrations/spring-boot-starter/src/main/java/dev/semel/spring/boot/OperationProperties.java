// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.key.KeyRules;
import dev.semel.spring.Comparison;
import dev.semel.spring.OlderAnswers;
import dev.semel.spring.Preset;
import dev.semel.spring.WhenInDoubt;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * An operation's policy, as an annotation or properties say it; null where they say nothing.
 *
 * @param paths Paths that the operation protects, for handlers without an annotation: "/v1/charges", "/v1/{any}/capture", "/v1/**". Without the context path.
 * @param methods HTTP methods that are protected on these paths.
 * @param preset A set of defaults.
 * @param lease How long an attempt may go without a renewal before another takes over.
 * @param maxDuration How long an attempt may run, renewals included.
 * @param retention How long an answer is kept.
 * @param required Whether a request without a key is refused, or runs unprotected.
 * @param keyInBody JSON pointer to the key in the body, where no header has it.
 * @param keyRules Which keys clients may send.
 * @param issuedKeys Whether only keys are accepted that the application has issued.
 * @param waitUpTo How long a retry waits for the first attempt's answer; 0 to reject it at once.
 * @param inFlightStatus Status that a retry gets while the first request runs: 409, 425 or 503.
 * @param inDoubt What a retry gets when nobody knows what the last attempt did.
 * @param version Version of the answers' shape, from 1.
 * @param olderAnswers What a retry gets whose saved answer is of an older version.
 * @param fingerprint What of a body makes two requests the same, where no pointers are named.
 * @param pointers JSON pointers to the only values of the body that make two requests the same.
 * @param refuseLate How far clocks may differ before a key that carries its birth time is too old; late keys are new where this is not set.
 * @param failOpen Whether the work runs unprotected when the store cannot be reached.
 * @param answerLimit How large an answer may be to be kept.
 * @param completionWait How long an answer waits to be recorded.
 * @param transactional Whether the work and its answer share a transaction of the application's transaction manager.
 */
record OperationProperties(
        List<String> paths,
        Set<String> methods,
        @Nullable Preset preset,
        @Nullable Duration lease,
        @Nullable Duration maxDuration,
        @Nullable Duration retention,
        @Nullable Boolean required,
        @Nullable String keyInBody,
        @Nullable KeyRules keyRules,
        @Nullable Boolean issuedKeys,
        @Nullable Duration waitUpTo,
        @Nullable Integer inFlightStatus,
        @Nullable WhenInDoubt inDoubt,
        @Nullable Integer version,
        @Nullable OlderAnswers olderAnswers,
        @Nullable Comparison fingerprint,
        List<String> pointers,
        @Nullable Duration refuseLate,
        @Nullable Boolean failOpen,
        @Nullable DataSize answerLimit,
        @Nullable Duration completionWait,
        @Nullable Boolean transactional) {

    /** Says nothing. */
    static final OperationProperties NOTHING = new OperationProperties(
            List.of(), Set.of(), null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            List.of(), null, null, null, null, null);

    /** What holds for calls within the application: their keys are the application's own (R24). */
    static final OperationProperties FOR_CALLS = new OperationProperties(
            List.of(),
            Set.of(),
            null,
            null,
            null,
            null,
            null,
            null,
            KeyRules.LENIENT,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            null,
            null,
            null,
            null,
            null);

    public OperationProperties {
        paths = Objects.requireNonNullElse(paths, List.of());
        methods = inUpperCase(Objects.requireNonNullElse(methods, Set.of()));
        pointers = Objects.requireNonNullElse(pointers, List.of());
    }

    /** As requests have them: no request has a method that is called post. */
    private static Set<String> inUpperCase(Set<String> methods) {
        return methods.stream().map(method -> method.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    /** These, and where they say nothing, those. */
    OperationProperties or(OperationProperties others) {
        return new OperationProperties(
                paths.isEmpty() ? others.paths : paths,
                methods.isEmpty() ? others.methods : methods,
                first(preset, others.preset),
                first(lease, others.lease),
                first(maxDuration, others.maxDuration),
                first(retention, others.retention),
                first(required, others.required),
                first(keyInBody, others.keyInBody),
                first(keyRules, others.keyRules),
                first(issuedKeys, others.issuedKeys),
                first(waitUpTo, others.waitUpTo),
                first(inFlightStatus, others.inFlightStatus),
                first(inDoubt, others.inDoubt),
                first(version, others.version),
                first(olderAnswers, others.olderAnswers),
                first(fingerprint, others.fingerprint),
                // A comparison that is named takes the place of pointers that were named before it.
                pointers.isEmpty() && fingerprint == null ? others.pointers : pointers,
                first(refuseLate, others.refuseLate),
                first(failOpen, others.failOpen),
                first(answerLimit, others.answerLimit),
                first(completionWait, others.completionWait),
                first(transactional, others.transactional));
    }

    /** The first of those settings that only requests know; empty where there is none. */
    Optional<String> ofRequests() {
        boolean[] said = {
            !paths.isEmpty(),
            !methods.isEmpty(),
            keyInBody != null,
            inFlightStatus != null,
            !pointers.isEmpty(),
            fingerprint == Comparison.CANONICAL_JSON
        };
        String[] names = {"paths", "methods", "key-in-body", "in-flight-status", "pointers", "fingerprint"};
        return IntStream.range(0, said.length)
                .filter(i -> said[i])
                .mapToObj(i -> names[i])
                .findFirst();
    }

    /** Whether the work and its answer share a transaction. */
    boolean isTransacted() {
        return Boolean.TRUE.equals(transactional);
    }

    private static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
        return one == null ? other : one;
    }
}
