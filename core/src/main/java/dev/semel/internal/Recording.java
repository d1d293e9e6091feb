// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Completion;
import dev.semel.event.TicketEvent.FencedOut;
import dev.semel.event.TicketEvent.GaveUpRecording;
import dev.semel.event.TicketEvent.SentUnrecorded;
import dev.semel.spi.Timers;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Records the ending of one attempt: tried again with growing pauses for a lease's length, during which the lease is
 * renewed (T25), and then left in doubt. The caller waits for a part of that time only (R17).
 */
final class Recording {

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1));

    private final LiveTicket ticket;
    private final Finish finish;
    private final CompletableFuture<Completion> completion;
    private final TicketOffice office;
    private final long began;
    private int tries;
    private Timers.@Nullable Alarm patience;

    Recording(LiveTicket ticket, Finish finish, CompletableFuture<Completion> completion, TicketOffice office) {
        this.ticket = ticket;
        this.finish = finish;
        this.completion = completion;
        this.office = office;
        this.began = office.nanoTime();
    }

    /** One try at a time: the next one begins only after the last was answered or timed out. */
    void send() {
        tries++;
        CompletableFuture<FinishAnswer> answer =
                office.calls().within(office.limit(), () -> office.store().finish(finish));
        Duration wait = completionWait();
        // Where the first try ends before the caller's wait does, an alarm is set when it has failed: most never need
        // one.
        if (!Stages.isAnswered(answer) && wait.compareTo(office.limit()) < 0) {
            beginPatience(wait);
        }
        Stages.follow(answer, this::onAnswer, failure -> onFailure());
    }

    private Duration completionWait() {
        return ticket.intent().operation().completionWait();
    }

    /** From here on the caller waits; not for ever. */
    private void beginPatience(Duration wait) {
        if (patience == null) {
            patience = office.timers().schedule(wait, () -> office.calls().hop(this::sendUnrecorded));
        }
    }

    /** A try has failed: the caller waits for the next ones as long as is left of its time. */
    private void waitOn() {
        Duration left = completionWait().minusNanos(office.nanoTime() - began);
        if (left.isNegative() || left.isZero()) {
            sendUnrecorded();
        } else {
            beginPatience(left);
        }
    }

    /** What the store said to the ending, here or to somebody who wrote it elsewhere. */
    void onAnswer(FinishAnswer answer) {
        if (answer instanceof FinishAnswer.Applied applied) {
            recorded(applied.sighting());
        } else if (answer instanceof FinishAnswer.AlreadyEnded ended && (ended.isSaved() || !saves())) {
            recorded(ended.sighting());
        } else if (answer instanceof FinishAnswer.AlreadyEnded ended) {
            fencedOut(ended.sighting());
        } else if (answer instanceof FinishAnswer.Fenced fenced) {
            fencedOut(fenced.sighting());
        } else {
            // A store that answers nothing has not said that it is done.
            onFailure();
        }
    }

    private void recorded(Sighting sighting) {
        try {
            office.ended(ticket, sighting);
        } finally {
            // Whatever goes wrong with those who waited: this attempt's ending is recorded, and its caller is told.
            conclude(new Completion.Recorded(sighting));
        }
    }

    private void fencedOut(@Nullable Sighting sighting) {
        ticket.takenOver();
        office.close(ticket);
        office.events().publish(() -> new FencedOut(office.events().key(ticket.intent()), ticket.attempt()));
        conclude(new Completion.Lost(Losers.answer(ticket.intent(), sighting)));
    }

    private void onFailure() {
        waitOn();
        Duration pause = BACKOFF.after(tries, finish.id().hashCode());
        Duration lease = ticket.intent().operation().lease();
        boolean inTime = office.nanoTime() - began + pause.toNanos() < lease.toNanos();
        if (inTime) {
            Stages.follow(office.calls().pause(pause), over -> send());
        } else {
            giveUp();
        }
    }

    /** The store refused for a lease's length. A lapsed lease is as doubtful as a recorded doubt, only less visible. */
    private void giveUp() {
        office.close(ticket);
        office.events()
                .publish(() -> new GaveUpRecording(office.events().key(ticket.intent()), ticket.attempt(), tries));
        if (saves()) {
            Finish doubt = office.finish(ticket, new Ending.Doubt());
            Stages.follow(
                    office.calls().within(office.limit(), () -> office.store().finish(doubt)),
                    this::onLastWord,
                    failure -> sendUnrecorded());
        } else {
            conclude(ticket.unconfirmed());
        }
    }

    /** What the store answers to the doubt is the last that is learned of the ending, if the caller still waits. */
    private void onLastWord(FinishAnswer answer) {
        if (answer instanceof FinishAnswer.Fenced fenced) {
            ticket.takenOver();
            conclude(new Completion.Lost(Losers.answer(ticket.intent(), fenced.sighting())));
        } else if (answer instanceof FinishAnswer.AlreadyEnded ended && ended.isSaved()) {
            conclude(new Completion.Recorded(ended.sighting()));
        } else {
            sendUnrecorded();
        }
    }

    private void sendUnrecorded() {
        if (patience != null) {
            patience.cancel();
        }
        Completion result = ticket.unconfirmed();
        if (completion.complete(result) && result.maySend() && saves()) {
            office.events().publish(() -> new SentUnrecorded(office.events().key(ticket.intent()), ticket.attempt()));
        }
    }

    private void conclude(Completion result) {
        if (patience != null) {
            patience.cancel();
        }
        completion.complete(result);
    }

    private boolean saves() {
        return finish.ending() instanceof Ending.Save;
    }
}
