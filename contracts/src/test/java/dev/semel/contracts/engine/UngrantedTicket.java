// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.Reason;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a wrong engine hands out though the store did not say "yours". */
final class UngrantedTicket implements Ticket {

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public Reason reason() {
        return Reason.FIRST;
    }

    @Override
    public History history() {
        return History.NONE;
    }

    @Override
    public boolean isDegraded() {
        return false;
    }

    @Override
    public boolean isOwner() {
        return true;
    }

    @Override
    public void onLost(Runnable signal) {
        // It owns nothing that it could lose.
    }

    @Override
    public CompletionStage<Completion> end(Outcome outcome) {
        return CompletableFuture.completedFuture(new Completion.Unrecorded());
    }

    @Override
    public Optional<Finish> ending(Outcome outcome) {
        return Optional.empty();
    }

    @Override
    public CompletionStage<Completion> ended(FinishAnswer answer) {
        return CompletableFuture.completedFuture(new Completion.Unrecorded());
    }
}
