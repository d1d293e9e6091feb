// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Completion;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A handler's run: what it may know, what it reads, and how it ends. End it in every case, by {@link #answered}, {@link
 * #streamed}, {@link #threw}, {@link #released} or {@link #doubted}, and send what the stage says, not before it says so: an
 * attempt that was taken over sends nothing of its own (R10). A client that hangs up changes nothing: end it all the same
 * (R18).
 *
 * <p>The stages never fail, and complete within the operation's completion wait: a blocking adapter may join them. The
 * first ending counts. Safe for use by several threads.
 */
public final class Exchange {

    private static final Sending OWN = new Sending.Own();
    private static final int AND_ITS_SNAPSHOT = 2;

    private final Ticket ticket;
    private final HttpPolicy policy;
    private final Answers answers;
    private final BodyBuffer body;
    private final BufferSettings buffers;
    private final Intent intent;
    private final Room room;
    private final Downstream downstream = new Downstream();

    Exchange(Ticket ticket, Intent intent, Arrival arrival, BodyBuffer body, BufferSettings buffers) {
        this.ticket = ticket;
        this.intent = intent;
        this.policy = arrival.policy();
        this.answers = arrival.answers();
        this.body = body;
        this.buffers = buffers;
        this.room = new Room(buffers.answers());
    }

    /** What the handler may know. */
    public HttpContext context() {
        return new HttpContext(intent, ticket, downstream);
    }

    /**
     * Like {@link HttpContext#derivedKey}, for an adapter that passes the whole request on instead of running a handler: the
     * answer to it tells what was done, so that nothing is in doubt by the key alone.
     */
    public String forwardedKey(String step) {
        return DerivedKey.of(intent, step);
    }

    Intent intent() {
        return intent;
    }

    Ticket ticket() {
        return ticket;
    }

    /** The request's body, for the handler to read; closed when the exchange ends. */
    public BodyBuffer body() {
        return body;
    }

    /** Headers to set on the handler's own answer, before it runs: {@code Idempotency-Degraded} where it applies. */
    public Headers marks() {
        return ticket.isDegraded() ? answers.exposed(Marks.DEGRADED) : Headers.NONE;
    }

    /**
     * A buffer for the handler's answer. When it refuses more, the answer is too large to be kept (R19): see {@link
     * #mayStream}. The adapter closes it.
     */
    public BodyBuffer capture() {
        return BodyBuffer.forAnswer(buffers, policy.operation().answerLimit());
    }

    /**
     * Makes room for an answer that is captured and now to be taken as a whole, to be saved and sent: all such answers
     * together have a limited memory, and where it is used up this one waits for its turn, as long as the operation waits for
     * a completion. False when there was no room in this time: then the answer is not kept (R19): end the run by {@link
     * #streamed}, and send it piece by piece when that is recorded, not before: a client may take its time. Tell {@link #sent}
     * in either case. An {@link AnswerBody} does all this by itself.
     */
    public CompletionStage<Boolean> room(long bytes) {
        return room.takeWithin(policy.operation().completionWait(), AND_ITS_SNAPSHOT * bytes);
    }

    /** The answer has been sent, or never will be: its room is another's. */
    public void sent() {
        room.leave();
    }

    /** Where a blocking adapter's handler writes its answer; the adapter closes it when it has been sent. */
    public AnswerBody answerBody(AnswerBody.Departure departure) {
        return new AnswerBody(this, departure);
    }

    /**
     * Ends the run: the handler's answer was too large to be kept, and did not leave, since {@link #mayStream} said no. What
     * is sent in its place says so.
     */
    public CompletionStage<Sending> dropped(int status) {
        HttpAnswer problem = notKept(status);
        return streamed(status).thenApply(sending -> new Sending.Instead(sending.or(problem)));
    }

    /**
     * Whether an answer that is too large to be kept may begin to leave before its end: not when the key is lost, or may
     * be, and not before a commit. What has left cannot be taken back, so that an attempt that is taken over later has sent its own answer all the
     * same; where that must not be, give the operation a larger limit.
     */
    public boolean mayStream() {
        return !isTransacted() && (ticket.isOwner() || ticket.isDegraded());
    }

    /** Whether the handler runs in a transaction: then by {@link AnswerBody#transact}, and on one thread (R22). */
    public boolean isTransacted() {
        return policy.transaction().isPresent();
    }

    Sending transact(AnswerBody answerBody, AnswerBody.Handling handler) throws Exception {
        TransactedRun run = new TransactedRun(policy, answers, answerBody, handler, downstream);
        try {
            return run.sending(policy.transaction().orElseThrow().run(ticket, run));
        } finally {
            body.close();
            // The first ending counts, so that this is one only where the transaction's side left it out (T16).
            CompletionStage<Void> unused =
                    ticket.doubt().thenAccept(first -> answers.watch().finished(ticket, first));
        }
    }

    /** Ends the run: the handler gave this answer, and its status decides what becomes of the record. */
    public CompletionStage<Sending> answered(HttpAnswer own) {
        return end(Snapshots.outcome(answers.watch().marked(own), policy));
    }

    /** Ends the run: the handler's answer was too large to be kept, or has left already, and it had this status. */
    public CompletionStage<Sending> streamed(int status) {
        return end(Snapshots.notKept(status, policy));
    }

    /** Ends the run: the handler failed with this, and has not answered (T16). */
    public CompletionStage<Sending> threw(Throwable failure) {
        Failures.Ending ending = Failures.of(failure, policy, answers.watch());
        return end(
                ending.outcome(),
                ending.answer().<Sending>map(Sending.Instead::new).orElse(OWN));
    }

    /** Ends the run: it is known to have done nothing, whatever its answer; nothing was sent to an upstream, say. */
    public CompletionStage<Sending> released() {
        return end(Outcome.released());
    }

    /**
     * Ends the run before it has begun, where an adapter cannot run it here: the key is given back, and this answer tells the
     * client to come again soon.
     */
    public HttpAnswer retryLater() {
        CompletionStage<Sending> unused = released();
        sent();
        return answers.of(Problems.CAME_TO_NOTHING.withStatus(policy.inFlightStatus()));
    }

    /** Ends the run: nobody knows what it did, whatever its answer; an upstream's connection broke, say. */
    public CompletionStage<Sending> doubted() {
        return end(Outcome.inDoubt());
    }

    /**
     * The ending for this answer as a command, for a store that writes it within the application's transaction (R22); then
     * tell {@link #ended} what became of it. Empty where nothing can be recorded.
     */
    public Optional<Finish> ending(HttpAnswer own) {
        return ticket.ending(downstream.known(Snapshots.outcome(answers.watch().marked(own), policy)));
    }

    /** Ends the run: its ending was written elsewhere and committed, and this is what the store answered. */
    public CompletionStage<Sending> ended(FinishAnswer answer) {
        body.close();
        return sending(ticket.ended(answer), OWN);
    }

    private CompletionStage<Sending> end(Outcome outcome) {
        return end(outcome, OWN);
    }

    private CompletionStage<Sending> end(Outcome outcome, Sending unlessLost) {
        body.close();
        return sending(ticket.end(downstream.known(outcome)), unlessLost);
    }

    private CompletionStage<Sending> sending(CompletionStage<Completion> ended, Sending unlessLost) {
        return ended.thenApply(completion -> {
            Sending sent = completion instanceof Completion.Lost lost
                    ? new Sending.Instead(fitting(answers.of(lost.instead())))
                    : unlessLost;
            // After it: a successor's answer leads to the successor's trace.
            answers.watch().finished(ticket, completion);
            return sent;
        });
    }

    /** The successor's answer may be large, too. */
    private HttpAnswer fitting(HttpAnswer answer) {
        return room.take(answer.size()) ? answer : answers.of(Problems.NO_ROOM_TO_REPLAY);
    }

    /** What a client is told whose answer was not kept, and did not leave. */
    HttpAnswer notKept(int status) {
        return answers.of(Problems.notKept(Optional.of(Integer.toString(status))));
    }
}
