// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InDoubt;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.http.BodyFingerprint;
import dev.semel.http.HttpPolicy;
import dev.semel.http.OutcomeRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway does, with all defaults, to be shown to operators. A setting that was written with a placeholder is shown as it was
 * written: wherever a secret was put, it does not get here.
 */
final class EffectiveConfiguration {

    private EffectiveConfiguration() {}

    static Map<String, Object> of(Configuration configuration) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("listen", Addresses.show(configuration.listen()));
        all.put("admin", configuration.admin().address().map(Addresses::show).orElse("off"));
        all.put("limits", limits(configuration.limits()));
        configuration.tracing().ifPresent(tracing -> all.put("tracing", tracing(tracing)));
        Map<String, Object> upstreams = new LinkedHashMap<>();
        configuration.routes().forEach(route -> upstreams.put(route.upstream().name(), upstream(route.upstream())));
        all.put("upstreams", upstreams);
        all.put(
                "routes",
                configuration.routes().stream()
                        .map(EffectiveConfiguration::route)
                        .toList());
        Map<String, Object> shown = overlaid(all, configuration.written());
        shown.computeIfPresent("console", (name, console) -> withoutNames(console));
        shown.putIfAbsent("dialect", "ietf");
        shown.putIfAbsent("hash-secret", "random for each process");
        return shown;
    }

    /** What holds for the keys of a protected route's operation: all that is not for the route alone. */
    static Map<String, Object> ofOperation(Route route) {
        Map<String, Object> all = route(route);
        all.keySet().removeAll(Set.of("path", "methods", "upstream", "body-limit"));
        return all;
    }

    /** Who may use the console is nobody else's business: a name is half of what somebody signs in with. */
    private static Object withoutNames(Object console) {
        if (!(console instanceof Map<?, ?> settings)) {
            return console;
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        settings.forEach((key, value) ->
                copy.put(key.toString(), key.equals("users") && value instanceof List<?> users ? users.size() : value));
        return copy;
    }

    private static Map<String, Object> limits(Limits limits) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("header-bytes", limits.headerBytes());
        all.put("body-bytes", limits.keptBody());
        limits.bodyMemory().ifPresent(bytes -> all.put("body-memory", bytes));
        all.put("requests-in-flight", limits.requestsInFlight());
        all.put("header-timeout", Durations.show(limits.headerTimeout()));
        all.put("body-timeout", Durations.show(limits.bodyTimeout()));
        all.put("idle-timeout", Durations.show(limits.idleTimeout()));
        return all;
    }

    private static Map<String, Object> tracing(TracingChoice tracing) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("endpoint", tracing.endpoint().toString());
        all.put("sampling", tracing.sampling());
        all.put("parent-based", tracing.parentBased());
        all.put("service-name", tracing.service());
        all.put("timeout", Durations.show(tracing.timeout()));
        all.put("queue", tracing.queue());
        return all;
    }

    private static Map<String, Object> upstream(Upstream upstream) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (upstream.servers().size() == 1) {
            all.put("server", upstream.servers().get(0).toString());
        } else {
            all.put("servers", upstream.servers().stream().map(Object::toString).toList());
        }
        all.put("timeout", Durations.show(upstream.timeout()));
        all.put("connect-timeout", Durations.show(upstream.connectTimeout()));
        all.put("keep-alive", upstream.keepAlive().isZero() ? "off" : Durations.show(upstream.keepAlive()));
        upstream.health().ifPresent(check -> {
            Map<String, Object> health = new LinkedHashMap<>();
            health.put("path", check.path());
            health.put("every", Durations.show(check.every()));
            health.put("timeout", Durations.show(check.timeout()));
            all.put("health", health);
        });
        return all;
    }

    private static Map<String, Object> route(Route route) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("path", route.pattern());
        if (!route.methods().isEmpty()) {
            all.put("methods", List.copyOf(new TreeSet<>(route.methods())));
        }
        all.put("upstream", route.upstream().name());
        route.bodyLimit().ifPresent(limit -> all.put("body-limit", limit));
        route.policy().ifPresent(policy -> {
            all.put("forward-key", word(route.forwardedKey()));
            policy(all, policy);
            operation(all, policy.operation());
        });
        return all;
    }

    private static void policy(Map<String, Object> all, HttpPolicy policy) {
        all.put("methods", List.copyOf(new TreeSet<>(policy.methods())));
        all.put("key", policy.isKeyRequired() ? "required" : "optional");
        policy.keyInBody().ifPresent(pointer -> all.put("key-in-body", pointer));
        all.put("in-flight-status", policy.inFlightStatus());
        all.put("outcomes", outcomes(policy.outcomes()));
        all.put(
                "fingerprint",
                policy.fingerprint() instanceof BodyFingerprint.Pointers some
                        ? some.pointers()
                        : policy.fingerprint() instanceof BodyFingerprint.Raw ? "raw" : "canonical-json");
    }

    /** Only what is not as usual: there are four hundred of them. */
    private static Map<String, Object> outcomes(OutcomeRules rules) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (int status = 200; status < 600; status++) {
            if (rules.of(status) != OutcomeRules.defaults().of(status)) {
                all.put(Integer.toString(status), word(rules.of(status)));
            }
        }
        return all;
    }

    private static void operation(Map<String, Object> all, Operation operation) {
        all.put("operation", operation.name());
        all.put("lease", Durations.show(operation.lease()));
        all.put("max-duration", Durations.show(operation.maxDuration()));
        all.put("retention", Durations.show(operation.retention()));
        all.put("completion-wait", Durations.show(operation.completionWait()));
        all.put("answer-limit", operation.answerLimit());
        all.put(
                "in-flight",
                operation.inFlight().waits()
                        ? "wait " + Durations.show(operation.inFlight().deadline())
                        : "reject");
        all.put("in-doubt", inDoubt(operation.inDoubt()));
        all.put("key-rules", operation.issuedKeys().isPresent() ? "issued" : word(operation.keyRules()));
        all.put(
                "late-retry",
                operation
                        .lateRetry()
                        .margin()
                        .map(EffectiveConfiguration::refusing)
                        .orElse("accept"));
        if (operation.version() > 0) {
            all.put("version", operation.version());
            all.put("older-answers", operation.olderAnswers() instanceof OlderAnswer.Rerun ? "rerun" : "replay");
        }
        all.put("store-down", operation.failsOpen() ? "run-unprotected" : "refuse");
    }

    private static String refusing(Duration margin) {
        return "refuse " + Durations.show(margin);
    }

    /** A question's headers are not shown: credentials are among them. */
    private static String inDoubt(InDoubt choice) {
        if (choice instanceof InDoubt.Reconcile asks && asks.reconciler() instanceof UpstreamQuestion question) {
            return "ask " + question.path();
        }
        return choice instanceof InDoubt.Rerun ? "rerun" : "hold";
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** What was written and is not known better, or must not be shown better. */
    private static Map<String, Object> overlaid(Map<String, Object> known, Map<?, ?> written) {
        Map<String, Object> all = new LinkedHashMap<>(known);
        written.forEach((key, value) -> all.put(key.toString(), overlaid(known.get(key.toString()), value)));
        return all;
    }

    private static Object overlaid(@Nullable Object known, Object written) {
        if (known instanceof Map<?, ?> some && written instanceof Map<?, ?> more) {
            Map<String, Object> copy = new LinkedHashMap<>();
            some.forEach((key, value) -> copy.put(key.toString(), value));
            return overlaid(copy, more);
        }
        if (known instanceof List<?> some && written instanceof List<?> more && isOfSections(more)) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < more.size(); i++) {
                all.add(overlaid(some.get(i), more.get(i)));
            }
            return all;
        }
        return known == null || written instanceof Map || Written.hides(written) ? written : known;
    }

    /** Routes are as many as were written, in the same order; the words of other lists need not be. */
    private static boolean isOfSections(List<?> list) {
        return !list.isEmpty() && list.stream().allMatch(Map.class::isInstance);
    }
}
