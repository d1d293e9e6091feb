// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.IssuedKeys;
import dev.semel.LateRetry;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Reconciler;
import dev.semel.SessionKeys;
import dev.semel.spring.OlderAnswers;
import dev.semel.spring.PolicyCustomizer;
import dev.semel.spring.Preset;
import dev.semel.spring.WhenInDoubt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds operations out of settings, and out of the beans that are for them. */
final class Operations {

    private static final System.Logger LOG = System.getLogger("dev.semel.spring");

    private final OperationHooks hooks;
    private final List<PolicyCustomizer> customizers;

    Operations(OperationHooks hooks, List<PolicyCustomizer> customizers) {
        this.hooks = hooks;
        this.customizers = customizers;
    }

    Operation build(String name, OperationProperties settings) {
        OperationBuilder builder = (settings.preset() == null ? Preset.GENERAL : settings.preset()).begin(name);
        set(settings.lease(), builder::lease);
        set(settings.maxDuration(), builder::maxDuration);
        set(settings.retention(), builder::retention);
        set(settings.keyRules(), builder::keyRules);
        set(settings.completionWait(), builder::completionWait);
        set(settings.waitUpTo(), deadline -> builder.inFlight(inFlight(deadline)));
        set(settings.refuseLate(), margin -> builder.lateRetry(LateRetry.refuse(margin)));
        set(
                settings.answerLimit(),
                limit -> builder.answerLimit((int) Math.max(-1, Math.min(Integer.MAX_VALUE, limit.toBytes()))));
        if (Boolean.TRUE.equals(settings.failOpen())) {
            builder.failOpen();
        }
        if (Boolean.TRUE.equals(settings.issuedKeys())) {
            builder.issuedKeys(issuedKeys(name));
        }
        version(name, settings, builder);
        inDoubt(name, settings, builder);
        customizers.forEach(customizer -> customizer.customize(name, builder));
        Operation operation = builder.build();
        if (operation.issuedKeys().isPresent()) {
            hooks.sessionKeys().ifPresent(keys -> checkRemembered(keys, operation));
        }
        return operation;
    }

    private IssuedKeys issuedKeys(String name) {
        return hooks.issuedKeys()
                .orElseThrow(() -> new SetupException(
                        "The operation '" + name + "' accepts issued keys only, and there are none.",
                        "Set semel.issued-keys.secret, or define a bean of type IssuedKeys."));
    }

    private static void checkRemembered(SessionKeys keys, Operation operation) {
        if (!keys.outlives(operation)) {
            throw new SetupException(
                    "The answers of the operation '" + operation.name()
                            + "' are kept for longer than sessions keep their keys: one that comes back could do again what"
                            + " is done.",
                    "Raise semel.issued-keys.remembered to its lifetime, twice its margin, and the operation's maxDuration"
                            + " and retention together, and 30 days more where it holds what is in doubt; or lower the"
                            + " operation's retention.");
        }
    }

    private static <T> void set(@Nullable T value, Consumer<T> setting) {
        if (value != null) {
            setting.accept(value);
        }
    }

    private static InFlight inFlight(Duration deadline) {
        return deadline.isZero() ? InFlight.reject() : InFlight.waitUpTo(deadline);
    }

    private void version(String name, OperationProperties settings, OperationBuilder builder) {
        if (settings.version() != null) {
            builder.version(settings.version(), older(name, settings.olderAnswers()));
        } else if (settings.olderAnswers() != null && settings.olderAnswers() != OlderAnswers.REPLAY) {
            throw new SetupException(
                    "The operation '" + name + "' says what older answers get, and names no version.",
                    "Give it a version, from 1.");
        }
    }

    private OlderAnswer older(String name, @Nullable OlderAnswers choice) {
        return switch (choice == null ? OlderAnswers.REPLAY : choice) {
            case REPLAY -> OlderAnswer.replay();
            case RERUN -> OlderAnswer.rerun();
            case CONVERT ->
                OlderAnswer.convert(hooks.converter(name)
                        .orElseThrow(() -> new SetupException(
                                "The operation '" + name
                                        + "' converts older answers, and there is no converter for it.",
                                "Define a bean of type OlderAnswer.Converter with @ForOperation(\"" + name + "\").")));
        };
    }

    private void inDoubt(String name, OperationProperties settings, OperationBuilder builder) {
        Optional<Reconciler> reconciler = hooks.reconciler(name);
        switch (settings.inDoubt() == null ? WhenInDoubt.AUTOMATIC : settings.inDoubt()) {
            case RERUN -> builder.inDoubt(InDoubt.rerun());
            case HOLD -> builder.inDoubt(InDoubt.hold());
            case RECONCILE ->
                builder.inDoubt(InDoubt.reconcile(reconciler.orElseThrow(() -> new SetupException(
                        "The operation '" + name + "' reconciles what is in doubt, and there is no reconciler for it.",
                        "Define a bean of type Reconciler with @ForOperation(\"" + name + "\")."))));
            case AUTOMATIC ->
                reconciler.ifPresentOrElse(
                        hook -> builder.inDoubt(InDoubt.reconcile(hook)), () -> byDefault(name, settings, builder));
        }
    }

    /** Nobody chose: it is said here, at the start, and so the engine need not say it at the first request. */
    private static void byDefault(String name, OperationProperties settings, OperationBuilder builder) {
        if (settings.preset() == null || settings.preset() == Preset.GENERAL) {
            builder.inDoubt(InDoubt.rerun());
            LOG.log(
                    System.Logger.Level.WARNING,
                    "nobody chose what happens when an attempt of {0} ends in doubt: the handler RUNS AGAIN, and can tell by"
                            + " its attempt''s number; choose inDoubt, or define a Reconciler for it",
                    name);
        }
    }
}
