// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Codec;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.OutcomeClassifier;
import dev.semel.state.State;
import dev.semel.testkit.RunsOnce;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Execute-around, blocking. */
abstract class ExecutionRules extends EngineRules {

    private final Intent intent = Scene.intent();

    private static Intent classifying(OutcomeClassifier classifier) {
        return Scene.intent(Scene.charges(policy -> policy.classifier(classifier)));
    }

    private void assertThrows(Intent of, Throwable failure) {
        assertThatThrownBy(() -> scene().engine().execute(of, ticket -> throwing(failure)))
                .isSameAs(failure);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> Outcome throwing(Throwable failure) throws E {
        throw (E) failure;
    }

    /** The ticket is ended and everything that was done for it is over. */
    private void assertEnded(State state) {
        assertThat(scene().record(intent).state()).isEqualTo(state);
        scene().log().forget();
        scene().passSeconds(60);
        assertThat(scene().log().renewals()).as("renewals of an ended attempt").isEmpty();
    }

    @Test
    @DisplayName("R40: called twice, ran once")
    void runsOnce() {
        AtomicInteger ran = new AtomicInteger();
        Handler handler = ticket -> Outcome.completed(Expect.saved("charge " + ran.incrementAndGet()));
        RunsOnce.that(() -> scene().engine().execute(intent, handler).value(Codec.UTF_8), ran::get)
                .whenCalledTwice();
    }

    @Test
    @DisplayName("R6: the first caller's answer is its own, and a retry's is replayed")
    void saysWhatIsReplayed() throws Exception {
        Handler handler = ticket -> Outcome.failed(Expect.saved("no funds"));
        Execution.Answered first = Expect.answered(scene().engine().execute(intent, handler));
        Execution.Answered retry = Expect.answered(scene().engine().execute(intent, handler));
        assertThat(first).isEqualTo(new Execution.Answered(false, Expect.saved("no funds"), false));
        assertThat(retry).isEqualTo(new Execution.Answered(false, Expect.saved("no funds"), true));
    }

    @Test
    @DisplayName("R6: who may not run gets the reason, and its handler is not called")
    void notRun() throws Exception {
        scene().run(intent);
        Execution execution = scene().engine().execute(intent, ticket -> {
            throw new AssertionError("the handler ran beside another");
        });
        Expect.a(
                Admission.Conflict.class,
                Expect.a(Execution.NotRun.class, execution).admission());
    }

    @Test
    @DisplayName("R15: a handler says that it did nothing, or that nobody knows, and the record says it, too")
    void otherOutcomes() throws Exception {
        Expect.a(Execution.Released.class, scene().engine().execute(intent, ticket -> Outcome.released()));
        assertThat(scene().record(intent).state()).isEqualTo(State.RELEASED);
        Expect.a(Execution.InDoubt.class, scene().engine().execute(intent, ticket -> Outcome.inDoubt()));
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R15, T16: an exception leaves the record in doubt, reaches the caller, and leaves no zombie")
    void exceptionIsDoubt() {
        assertThrows(intent, new IOException("connection reset"));
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R15, T16: so does an error")
    void errorIsDoubt() {
        assertThrows(intent, new StackOverflowError("deep"));
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R15, T16: a handler that says nothing leaves the record in doubt")
    void nullIsDoubt() {
        assertThatThrownBy(() -> scene().engine().execute(intent, ticket -> null))
                .isInstanceOf(NullPointerException.class);
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R15: an exception that the classifier saves is returned as an answer, and replayed")
    void classifiedAsFailure() throws Exception {
        Intent saving = classifying(failure -> Outcome.failed(Expect.saved("no funds")));
        Handler handler = ticket -> {
            throw new IllegalStateException("no funds");
        };
        assertThat(Expect.answered(scene().engine().execute(saving, handler)).success())
                .isFalse();
        assertThat(Expect.answered(scene().engine().execute(saving, handler)).replayed())
                .isTrue();
    }

    @Test
    @DisplayName(
            "R15: an exception that the classifier knows to have done nothing frees the key and reaches the caller")
    void classifiedAsReleased() {
        assertThrows(classifying(failure -> Outcome.released()), new IOException("connection refused"));
        assertEnded(State.RELEASED);
    }

    @Test
    @DisplayName(
            "R15, T16: a classifier that throws, throws the failure itself, or says nothing knows nothing: in doubt")
    void brokenClassifier() {
        RuntimeException failure = new IllegalStateException("the handler's");
        assertThrows(classifying(thrown -> throwing(new IllegalStateException("the classifier's"))), failure);
        assertEnded(State.IN_DOUBT);
        assertThrows(classifying(thrown -> throwing(thrown)), failure);
        assertEnded(State.IN_DOUBT);
        assertThrows(classifying(thrown -> null), failure);
        assertEnded(State.IN_DOUBT);
        assertThrows(classifying(thrown -> throwing(new NoClassDefFoundError("gone"))), failure);
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R18: the handler runs on its caller's thread")
    void callersThread() throws Exception {
        Thread[] ran = new Thread[1];
        scene().engine().execute(intent, ticket -> {
            ran[0] = Thread.currentThread();
            return Outcome.released();
        });
        assertThat(ran[0]).isSameAs(Thread.currentThread());
    }

    @Test
    @DisplayName("R10: a handler that ends its own ticket keeps that ending")
    void handlerEndsItself() throws Exception {
        scene().engine().execute(intent, ticket -> {
            Expect.recorded(ticket.complete(Expect.saved("paid")));
            return Outcome.released();
        });
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }
}
