// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.Idempotency;
import dev.semel.Intent;
import dev.semel.http.Transacting;
import java.util.Optional;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Lets calls of protected methods run once, and gives later ones the first value. Safe for use by several threads. */
final class BeanCalls {

    private static final boolean TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            BeanCalls.class.getClassLoader());

    private final Idempotency engine;
    private final BeanOperations methods;
    private final CurrentContext current;

    BeanCalls(Idempotency engine, BeanOperations methods, CurrentContext current) {
        this.engine = engine;
        this.methods = methods;
        this.current = current;
    }

    /**
     * The value of this call, or of the one that ran before it.
     *
     * @throws Execution.NotAnsweredException when there is none: see its {@code execution()}
     */
    @Nullable
    Object call(MethodInvocation invocation) throws Throwable {
        BeanMethod method = methods.of(invocation);
        Optional<Intent> intent = method.intent(invocation);
        if (intent.isEmpty()) {
            return UnprotectedCalls.proceed(invocation, method.operation().name(), current);
        }
        BeanCall call = new BeanCall(method, invocation, current);
        Optional<Transacting> transaction = method.transaction();
        return transaction.isPresent()
                ? transacted(intent.get(), call, method, transaction.get())
                : plain(intent.get(), call, method);
    }

    private @Nullable Object plain(Intent intent, BeanCall call, BeanMethod method) throws Exception {
        if (TRANSACTIONS) {
            AmbientTransaction.refuse(method.operation().name());
        }
        Execution execution = engine.execute(intent, call::run);
        boolean own = call.hasRun() && execution instanceof Execution.Answered answered && !answered.replayed();
        return own ? call.own() : value(execution, method);
    }

    private @Nullable Object transacted(Intent intent, BeanCall call, BeanMethod method, Transacting transaction)
            throws Exception {
        Admission admission = engine.admit(intent);
        if (!(admission instanceof Admission.Run run)) {
            return value(execution(admission), method);
        }
        Completion completion = transaction.run(run.ticket(), call.within(run.ticket()));
        return completion instanceof Completion.Lost lost
                ? value(execution(lost.instead()), method)
                : call.own(completion);
    }

    private static @Nullable Object value(Execution execution, BeanMethod method) {
        return method.codec().asReturned(execution.value(method.codec()));
    }

    private static Execution execution(Admission admission) {
        return admission instanceof Admission.Replay replay
                ? new Execution.Answered(
                        replay.answer().success(), replay.answer().saved(), true)
                : new Execution.NotRun(admission);
    }
}
