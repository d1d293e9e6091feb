// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.IssuedKeys;
import dev.semel.LateRetry;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.http.BodyFingerprint;
import dev.semel.http.HttpPolicy;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.key.KeyRules;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads routes: a route with an operation is protected, any other passes. */
final class RouteReader {

    static final Map<String, Function<String, OperationBuilder>> PRESETS =
            Map.of("standard", Operation::named, "payments", Operation::payments, "webhooks", Operation::webhooks);
    /** Of RFC 9110 and, for PATCH, RFC 5789. */
    private static final Set<String> USUAL =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE");

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final String BODY_LIMIT = "body-limit";
    private static final String WAIT = "wait ";
    private static final String REFUSE = "refuse ";

    private final Map<String, Upstream> upstreams;
    private final Limits limits;
    private final Optional<IssuedKeys> issued;

    RouteReader(Map<String, Upstream> upstreams, Limits limits, Optional<IssuedKeys> issued) {
        this.upstreams = upstreams;
        this.limits = limits;
        this.issued = issued;
    }

    /** All routes, in their order. */
    List<Route> read(List<Section> sections) {
        RoutesRead routes = new RoutesRead();
        sections.forEach(section -> routes.add(read(section), section));
        return routes.routes();
    }

    private Route read(Section section) {
        String pattern = pattern(section);
        Upstream upstream = section.word("upstream", upstreams).orElseGet(() -> sole(section));
        Set<String> methods = Set.copyOf(section.texts("methods", RouteReader::method));
        Route.ForwardedKey key = section.word(
                        "forward-key", Map.of("derived", Route.ForwardedKey.DERIVED, "own", Route.ForwardedKey.OWN))
                .orElse(Route.ForwardedKey.DERIVED);
        OptionalLong bodyLimit = bodyLimit(section);
        try {
            Optional<HttpPolicy> policy = section.find("operation")
                    .map(name -> policy(section, operation(section, name, upstream, key), methods, bodyLimit));
            section.done();
            return new Route(pattern, methods, upstream, key, policy, bodyLimit);
        } catch (BadConfiguration e) {
            throw e;
        } catch (IllegalArgumentException e) {
            // A setting of the operation or its policy, which says its name.
            throw section.bad("path", pattern + " cannot be: " + e.getMessage());
        }
    }

    private static String pattern(Section section) {
        String pattern = section.text("path");
        section.find("path", RoutePattern::of);
        return pattern;
    }

    /** Methods have a case, and requests have these in capitals: whoever writes "post" means them. Others are as they are. */
    private static String method(String text) {
        if (!TOKEN.matcher(text).matches()) {
            throw new IllegalArgumentException("a method is one word, and several are a list, as in [POST, PATCH]");
        }
        String capitals = text.toUpperCase(Locale.ROOT);
        return USUAL.contains(capitals) ? capitals : text;
    }

    private Upstream sole(Section section) {
        if (upstreams.size() != 1) {
            throw section.bad("upstream", "is missing, and there are several to choose from: " + upstreams.keySet());
        }
        return upstreams.values().iterator().next();
    }

    /** The route's own, or that of all, which is asked about before it is known which route a request takes. */
    private OptionalLong bodyLimit(Section section) {
        Optional<Long> own = section.count(BODY_LIMIT);
        if (own.isPresent() && own.get() > limits.bodyBytes().orElse(Long.MAX_VALUE)) {
            throw section.bad(
                    BODY_LIMIT,
                    "cannot be " + own.get() + ": it is more than limits.body-bytes, the limit of all routes");
        }
        return own.map(OptionalLong::of).orElse(limits.bodyBytes());
    }

    private static HttpPolicy policy(
            Section section, Operation operation, Set<String> methods, OptionalLong bodyLimit) {
        HttpPolicyBuilder policy = HttpPolicy.builder(operation);
        bodyLimit.ifPresent(policy::bodyLimit);
        if (!methods.isEmpty()) {
            policy.methods(methods.toArray(String[]::new));
        }
        section.word("key", Map.of("required", false, "optional", true)).ifPresent(optional -> {
            if (optional) {
                policy.keyOptional();
            }
        });
        section.find("key-in-body").ifPresent(policy::keyInBody);
        section.number("in-flight-status").ifPresent(policy::inFlightStatus);
        fingerprint(section.texts("fingerprint")).ifPresent(policy::fingerprint);
        AnswerReader.read(section, policy);
        return policy.build();
    }

    private Operation operation(Section section, String name, Upstream upstream, Route.ForwardedKey key) {
        OperationBuilder operation =
                section.word("preset", PRESETS).orElse(Operation::named).apply(name);
        operation.lease(section.duration("lease").orElse(upstream.timeout().plusSeconds(5)));
        section.duration("max-duration").ifPresent(operation::maxDuration);
        section.duration("retention").ifPresent(operation::retention);
        section.duration("completion-wait").ifPresent(operation::completionWait);
        section.number("answer-limit").ifPresent(operation::answerLimit);
        section.find("in-flight", RouteReader::inFlight).ifPresent(operation::inFlight);
        inDoubt(section, upstream, key).ifPresent(operation::inDoubt);
        keyRules(section, operation);
        section.find("late-retry", RouteReader::lateRetry).ifPresent(operation::lateRetry);
        section.word("store-down", Map.of("refuse", false, "run-unprotected", true))
                .ifPresent(open -> {
                    if (open) {
                        operation.failOpen();
                    }
                });
        AnswerReader.version(section, operation);
        Operation built = operation.build();
        checkLease(section, built, upstream);
        return built;
    }

    /** Which keys clients may make, or that they make none. */
    private void keyRules(Section section, OperationBuilder operation) {
        Map<String, Runnable> rules = Map.of(
                "standard", () -> operation.keyRules(KeyRules.STANDARD),
                "strict", () -> operation.keyRules(KeyRules.STRICT),
                "lenient", () -> operation.keyRules(KeyRules.LENIENT),
                "issued",
                        () -> operation.issuedKeys(issued.orElseThrow(() -> section.bad(
                                "key-rules",
                                "cannot be issued: there is no " + KeyCounterReader.SETTING
                                        + " that says who signs the keys"))));
        section.word("key-rules", rules).ifPresent(Runnable::run);
    }

    /** A word, or what the upstream is asked. */
    private static Optional<InDoubt> inDoubt(Section section, Upstream upstream, Route.ForwardedKey key) {
        Optional<QuestionReader.Question> question = QuestionReader.find(section);
        if (question.isEmpty()) {
            return section.word("in-doubt", Map.of("rerun", InDoubt.rerun(), "hold", InDoubt.hold()));
        }
        UpstreamQuestion asking = new UpstreamQuestion(upstream, question.get().form(), key);
        return Optional.of(new InDoubt.Reconcile(asking, question.get().limit()));
    }

    /** A gateway's crash does not stop the upstream's work: nobody may take over before that has had its time. */
    private static void checkLease(Section section, Operation operation, Upstream upstream) {
        if (operation.lease().compareTo(upstream.timeout()) < 0) {
            throw section.bad(
                    "lease",
                    "is shorter than the " + seconds(upstream.timeout()) + " that upstream " + upstream.name()
                            + " may take: after a crash of the gateway a retry would run beside it");
        }
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }

    private static InFlight inFlight(String text) {
        if (text.equals("reject")) {
            return InFlight.reject();
        }
        if (text.startsWith(WAIT)) {
            return InFlight.waitUpTo(Durations.parse(text.substring(WAIT.length())));
        }
        throw new IllegalArgumentException("it is \"reject\", or \"wait 10s\"");
    }

    private static LateRetry lateRetry(String text) {
        if (text.equals("accept")) {
            return LateRetry.accept();
        }
        if (text.equals("refuse")) {
            return LateRetry.refuse();
        }
        if (text.startsWith(REFUSE)) {
            return LateRetry.refuse(Durations.parse(text.substring(REFUSE.length())));
        }
        throw new IllegalArgumentException("it is \"accept\", \"refuse\", or \"refuse 10m\" for a margin of its own");
    }

    private static Optional<BodyFingerprint> fingerprint(List<String> texts) {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                texts.equals(List.of("raw"))
                        ? BodyFingerprint.raw()
                        : texts.equals(List.of("canonical-json"))
                                ? BodyFingerprint.canonicalJson()
                                : BodyFingerprint.pointers(texts.toArray(String[]::new)));
    }
}
