// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.OutcomeClassifier;
import dev.semel.Ticket;
import dev.semel.http.Transacting;
import dev.semel.spring.IdempotencyContext;
import dev.semel.state.State;
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
    /** Why there was no commit, unless it turns out that it has happened. */
    private @Nullable Exception uncommitted;

    private boolean ran;

    BeanCall(BeanMethod method, MethodInvocation invocation, CurrentContext current) {
        this.method = method;
        this.invocation = invocation;
        this.current = current;
    }

    /** Runs the method, and saves what it returned. */
    Outcome run(Ticket ticket) throws Exception {
        call(ticket);
        return saved();
    }

    private void call(Ticket ticket) throws Exception {
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
    }

    private Outcome saved() {
        return Outcome.completed(method.codec().save(method.codec().plain(returned)));
    }

    /** The same in a transaction: what is thrown rolls back, so that nothing was done unless somebody says otherwise (R22). */
    Transacting.Work within(Ticket ticket) {
        return new Transacting.Work() {
            @Override
            public Outcome run(Transacting.Readiness transaction) {
                try {
                    call(ticket);
                    // Before the value is saved: what JPA makes only when it writes, versions and keys, is a part of
                    // it.
                    transaction.check();
                    return saved();
                } catch (Exception e) {
                    thrown = e;
                    return judged(e);
                }
            }

            @Override
            public Outcome rolledBack(Throwable failure) {
                uncommitted = failure instanceof Exception e ? e : null;
                return uncommitted == null ? Outcome.released() : judged(uncommitted);
            }
        };
    }

    private Outcome judged(Exception failure) {
        OutcomeClassifier classifier = method.operation().classifier();
        try {
            Outcome outcome = classifier == OutcomeClassifier.ALL_IN_DOUBT
                    ? Outcome.released()
                    : Objects.requireNonNull(classifier.classify(failure));
            // What it had done is not committed, whatever its failure is answered with.
            return outcome instanceof Outcome.Completed completed ? Outcome.failed(completed.answer()) : outcome;
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
    Object own(Completion completion) throws Exception {
        boolean saved = completion instanceof Completion.Recorded recorded
                && recorded.sighting().record().state() == State.FAILED;
        if (uncommitted != null && saved) {
            throw uncommitted;
        }
        return own();
    }

    /** The same outside of a transaction. */
    @Nullable
    Object own() throws Exception {
        if (thrown != null) {
            throw thrown;
        }
        return returned;
    }
}
