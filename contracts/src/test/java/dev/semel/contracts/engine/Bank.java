// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Doubt;
import dev.semel.InDoubt;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A downstream that can be asked what happened, and answers when and as a test likes; by default not at all. */
final class Bank {

    private final List<Doubt> asked = new ArrayList<>();
    private final List<CompletableFuture<Reconciliation>> open = new ArrayList<>();
    private Reconciler answer = doubt -> later();

    InDoubt choice() {
        return choice(InDoubt.DEFAULT_LIMIT);
    }

    InDoubt choice(Duration limit) {
        return new InDoubt.Reconcile(this::ask, limit);
    }

    private CompletionStage<Reconciliation> ask(Doubt doubt) throws Exception {
        asked.add(doubt);
        return answer.reconcile(doubt);
    }

    private CompletionStage<Reconciliation> later() {
        CompletableFuture<Reconciliation> stage = new CompletableFuture<>();
        open.add(stage);
        return stage;
    }

    List<Doubt> asked() {
        return asked;
    }

    void says(Reconciliation reconciliation) {
        answer = doubt -> CompletableFuture.completedFuture(reconciliation);
    }

    void throwsWhenAsked() {
        answer = doubt -> {
            throw new java.io.IOException("the bank is closed");
        };
    }

    void failsWhenAsked(Error error) {
        answer = doubt -> {
            throw error;
        };
    }

    void failsLater(Throwable failure) {
        answer = doubt -> CompletableFuture.failedFuture(failure);
    }

    @SuppressWarnings("NullAway")
    void answersNoStage() {
        answer = doubt -> null;
    }

    void answersNull() {
        answer = doubt -> CompletableFuture.completedFuture(null);
    }

    /** Answers everybody who still waits. */
    void answersAll(Reconciliation reconciliation) {
        open.forEach(stage -> stage.complete(reconciliation));
    }
}
