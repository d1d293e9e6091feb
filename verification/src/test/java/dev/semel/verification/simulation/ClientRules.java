// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.OlderAnswer;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Ticket;
import dev.semel.internal.EngineProbe;
import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The invariants as they show to clients and handlers, compared with what happened at the store. */
final class ClientRules {

    /** Late alarms, and some hops of the executor. */
    private static final Duration SLACK = Duration.ofMillis(40);

    private final World world;

    ClientRules(World world) {
        this.world = world;
    }

    /** Invariant 6: a handler begins only on a grant of the store's to this process, and once for each. */
    @Nullable
    Grant begins(Request request, Ticket ticket) {
        if (ticket.isDegraded()) {
            world.seen(Seen.CLIENT_DEGRADED);
            unless(request.policy().failsOpen(), "invariant 6: ran without the store's word");
            return null;
        }
        KeyRecord record = EngineProbe.record(ticket);
        Grant grant = world.grants().find(record).orElse(null);
        if (grant == null || grant.host() != request.host()) {
            world.violated("invariant 6: ran without a grant");
            return null;
        }
        unless(grant.begin() == 1, "invariant 6: two handlers ran on one grant");
        unless(record.id().equals(request.intent().recordId()), "invariant 7: ran on another record");
        unless(record.fingerprint().equals(request.intent().fingerprint()), "R6: ran for another payload");
        if (ticket.reason().followsDoubt()) {
            unless(!request.policy().holds(), "R16: ran after a doubt that is held");
            unless(!request.policy().reconciles() || grant.foundNothing(), "R16: ran after a doubt without asking");
        }
        if (request.hasWaited()) {
            world.seen(Seen.CLIENT_RUN_AFTER_WAIT);
        }
        return grant;
    }

    /** R10: who is told that it owns the key does own it, if its clock does not run slow. */
    void owns(Request request, Ticket ticket, @Nullable Grant grant) {
        Host host = request.host();
        if (grant == null || !host.isAlive() || !host.clock().isTrusty() || !ticket.isOwner()) {
            return;
        }
        world.seen(Seen.OWNER_CONFIRMED);
        KeyRecord granted = grant.record();
        KeyRecord now = world.server().look(granted.id()).map(Sighting::record).orElse(null);
        boolean current = now != null && now.isHeldBy(granted.attempt(), granted.claimId());
        boolean owned = current
                && (now.state() != State.IN_PROGRESS
                        || now.leaseLiveAt(world.loop().instant()));
        unless(owned, "R10: attempt " + granted.attempt() + " of " + host.name() + " believes that it owns the key");
    }

    /** R17, R29: nobody waits longer than the settings say, unless the process stood still meanwhile. */
    void inTime(Request request, long beganNanos, Duration limit, String what) {
        Host host = request.host();
        Duration took = Duration.ofNanos(host.clock().nanoTime() - beganNanos);
        boolean stood = host.pausedUntil() > 0;
        unless(stood || took.compareTo(limit.plus(SLACK)) <= 0, what + " took " + took + ", at most " + limit);
    }

    /** What became of an ending is what the store says became of it. */
    void completed(
            Request request,
            @Nullable Grant grant,
            Outcome outcome,
            @Nullable Completion completion,
            @Nullable Throwable failure) {
        unless(failure == null && completion != null, "a completion failed: " + failure);
        world.trace(
                request.host(),
                () -> "ends " + outcome.getClass().getSimpleName() + ": "
                        + world.words().of(completion));
        if (grant != null && completion instanceof Completion.Recorded recorded) {
            recorded(grant, outcome, recorded);
        } else if (grant != null && completion instanceof Completion.Lost lost) {
            world.seen(Seen.ENDING_LOST);
            grant.mustSignal();
            unless(grant.isRefused(), "R10: lost without the store's word");
            answered(request, lost.instead());
        } else if (grant != null) {
            unrecorded(request, grant);
        }
    }

    private void recorded(Grant grant, Outcome outcome, Completion.Recorded recorded) {
        world.seen(Seen.ENDING_RECORDED);
        unless(grant.isAcknowledged(), "invariant 3: the store never recorded what counts as recorded");
        unless(isOwn(recorded, grant, outcome), "invariant 2: recorded is another answer than the client's");
        unless(
                !(grant.foundNothing() && outcome instanceof Outcome.Released)
                        || recorded.sighting().record().state() != State.IN_DOUBT,
                "R16: nothing had happened and nothing did, but the key is in doubt");
    }

    private void unrecorded(Request request, Grant grant) {
        world.seen(Seen.ENDING_UNRECORDED);
        // Later, an answer that nobody waited for any more may have crossed the store's word.
        boolean patient = grant.endingAge(world.loop().now())
                < grant.host().clock().least(request.policy().completionWait());
        unless(!patient || !grant.isFencedTold(), "R10: an attempt that was just fenced out may send");
        unless(!grant.knowsItLost(world.loop().now()), "R10: an attempt that knows it was fenced out may send");
    }

    private static boolean isOwn(Completion.Recorded recorded, Grant grant, Outcome outcome) {
        KeyRecord record = recorded.sighting().record();
        Saved sent = saved(outcome);
        if (sent == null) {
            return true;
        }
        Answer answer = record.answer();
        boolean kept =
                answer != null && (answer.saved().equals(sent) || answer.saved().isOmitted());
        return record.isHeldBy(grant.record().attempt(), grant.record().claimId()) && kept;
    }

    private static @Nullable Saved saved(Outcome outcome) {
        if (outcome instanceof Outcome.Completed completed) {
            return completed.answer();
        }
        return outcome instanceof Outcome.Failed failed ? failed.answer() : null;
    }

    /** What an execution answers is its own, and then it did not lose, or it is a replay. */
    void executed(Request request, @Nullable Grant grant, Execution execution) {
        world.trace(request.host(), () -> "executed: " + execution);
        if (execution instanceof Execution.Answered answered && answered.replayed()) {
            world.seen(Seen.CLIENT_REPLAY);
            replayed(request, answered.saved());
        } else if (grant != null && !grant.isAcknowledged()) {
            unrecorded(request, grant);
        }
    }

    void failed(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        unless(cause instanceof WorkFailed, "an execution failed by itself: " + failure);
    }

    /** What a client got who did not run. */
    void answered(Request request, Admission admission) {
        world.trace(
                request.host(),
                () -> "answers " + world.words().of(admission) + " to "
                        + world.words().of(request.intent()));
        world.tally().see(request, admission);
        if (admission instanceof Admission.Replay replay) {
            replayed(request, replay.answer().saved());
        } else if (admission instanceof Admission.Mismatch) {
            RecordId id = request.intent().recordId();
            unless(
                    world.referee().life(id).payloads.stream()
                            .anyMatch(
                                    payload -> !payload.equals(request.intent().fingerprint())),
                    "R6: a mismatch with nothing");
        } else if (admission instanceof Admission.Held) {
            unless(request.policy().holds(), "R16: held by an operation that does not hold");
        }
    }

    /** Invariant 2: a replay is, byte for byte, what stood in the record while the client asked. */
    private void replayed(Request request, Saved got) {
        RecordId id = request.intent().recordId();
        unless(Texts.belongs(got, id), "invariant 7: an answer of another record");
        boolean stood = world.referee().life(id).stands.stream()
                .filter(stand -> stand.payload().equals(request.intent().fingerprint()))
                .filter(stand -> stand.overlaps(request.start(), world.loop().instant()))
                .anyMatch(stand -> isSame(request, stand.answer(), got));
        unless(stood || isFound(request, got), "invariant 2: a replay of what is not in the record");
    }

    private static boolean isSame(Request request, Answer stored, Saved got) {
        boolean older = stored.schemaVersion() < request.intent().operation().version();
        boolean converts = older && request.intent().operation().olderAnswers() instanceof OlderAnswer.Convert;
        return got.equals(converts ? Texts.converted(stored.saved()) : stored.saved());
    }

    /** A reconciler's answer is passed on even where it could not be recorded in time. */
    private boolean isFound(Request request, Saved answer) {
        return world.grants().found(request.host(), request.intent().recordId(), answer);
    }

    private void unless(boolean holds, String rule) {
        if (!holds) {
            world.violated(rule);
        }
    }
}
