// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Outcome;
import dev.semel.OutcomeClassifier;
import dev.semel.Ticket;
import dev.semel.http.Transacting;
import dev.semel.spring.IdempotencyContext;
import java.util.Objects;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** One call of a protected method: what it returned or threw, if it ran. */
final class BeanCall {

    private final BeanMethod method;
    private final MethodInvocation invocation;
    private final CurrentContext current;
    private @Nullable Object returned;
    private @Nullable Exception thrown;
    private boolean ran;

    BeanCall(BeanMethod method, MethodInvocation invocation, CurrentContext current) {
        this.method = method;
        this.invocation = invocation;
        this.current = current;
    }

    /** Runs the method, and saves what it returned. */
    Outcome run(Ticket ticket) throws Exception {
        ran = true;
        IdempotencyContext context = new TicketContext(method.operation().name(), ticket);
        if (invocation instanceof ProxyMethodInvocation proxied) {
            proxied.setArguments(BeanMethod.withContext(invocation, context));
        }
        try {
            returned = current.within(context, () -> proceed(invocation));
        } catch (Exception e) {
            thrown = e;
            throw e;
        }
        return Outcome.completed(method.codec().save(method.codec().plain(returned)));
    }

    /** The same in a transaction: what is thrown rolls back, so that nothing was done unless somebody says otherwise (R22). */
    Outcome runWithin(Transacting.Readiness transaction, Ticket ticket) {
        try {
            Outcome outcome = run(ticket);
            transaction.check();
            return outcome;
        } catch (Exception e) {
            thrown = e;
            return rolledBack(e);
        }
    }

    private Outcome rolledBack(Exception failure) {
        OutcomeClassifier classifier = method.operation().classifier();
        try {
            return classifier == OutcomeClassifier.ALL_IN_DOUBT
                    ? Outcome.released()
                    : Objects.requireNonNull(classifier.classify(failure));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            return Outcome.inDoubt();
        }
    }

    static @Nullable Object proceed(MethodInvocation invocation) throws Exception {
        try {
            return invocation.proceed();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the method threw what is neither an exception nor an error", e);
        }
    }

    boolean hasRun() {
        return ran;
    }

    /** What its caller gets, where its own ending counts. */
    @Nullable
    Object own() throws Exception {
        if (thrown != null) {
            throw thrown;
        }
        return returned;
    }
}
