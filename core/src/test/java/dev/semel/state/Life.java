// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Plays random steps on one record, and hands every event to the laws that must hold. */
final class Life {

    private static final RecordId ID = new RecordId(new Tenant("t"), "charges.create", new IdempotencyKey("k"));
    private static final List<Duration> LEASES = List.of(Duration.ofSeconds(10), Duration.ofSeconds(30));
    private static final List<Duration> CEILINGS = List.of(Duration.ofSeconds(5), Duration.ofMinutes(10));
    private static final List<Duration> RETENTIONS = List.of(Duration.ofHours(1), Duration.ofHours(24));

    private final Laws laws = new Laws();
    private final List<Ticket> tickets = new ArrayList<>();
    private final List<Object> sent = new ArrayList<>();
    private final Consumer<Object> heard;
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private @Nullable KeyRecord record;
    private long counter;

    /** What a winner knows of its own attempt. */
    record Ticket(int attempt, ClaimId claimId, int rerunBelow) {}

    /** Begins a life; the listener hears every answer. */
    Life(Consumer<Object> heard) {
        this.heard = heard;
    }

    void play(Step step) {
        now = now.plus(step.before());
        Object command = command(step);
        sent.add(command);
        Decision<?> decision = decide(command, record, now);
        KeyRecord after = decision.after(record).orElse(null);
        laws.check(new Event(record, command, decision, after, now));
        laws.checkSentAgain(command, decision, after, decide(command, after, now));
        record = after;
        heard.accept(decision.answer());
        if (command instanceof Claim claim && decision.answer() instanceof ClaimAnswer.Granted granted) {
            KeyRecord own = granted.sighting().record();
            tickets.add(new Ticket(own.attempt(), own.claimId(), claim.rerunBelow()));
        }
    }

    private Object command(Step step) {
        return switch (step.kind()) {
            case CLAIM -> claim(step);
            case SAVE -> save(step, ticket(step));
            case RELEASE -> finish(step, ticket(step), new Ending.Release(step.what() == 0));
            case DOUBT -> finish(step, ticket(step), new Ending.Doubt());
            case RENEW -> renewal(step, ticket(step));
            case ABANDON -> new Abandon(ID, ticket(step).claimId());
            case SETTLE -> settle(step, ticket(step));
            case AGAIN -> sent.isEmpty() ? claim(step) : back(sent, step.who());
        };
    }

    private Claim claim(Step step) {
        Fingerprint fingerprint = Fingerprint.of(step.what() == 3 ? "another payload" : "a payload");
        return new Claim(
                ID,
                fingerprint,
                new ClaimId(1, counter++),
                pick(LEASES, step.what()),
                pick(CEILINGS, step.who()),
                pick(RETENTIONS, step.version()),
                onDoubt(step),
                step.version(),
                null);
    }

    /** An operation that wants older answers run again saves answers that it would not run again. */
    private Finish save(Step step, Ticket ticket) {
        Saved saved = Saved.of("text/plain", new byte[] {(byte) counter++});
        int version = Math.max(step.version(), ticket.rerunBelow());
        return finish(step, ticket, new Ending.Save(step.what() > 0, saved, version));
    }

    private static Finish finish(Step step, Ticket ticket, Ending ending) {
        return new Finish(
                ID, ticket.attempt(), ticket.claimId(), ending, pick(RETENTIONS, step.version()), onDoubt(step));
    }

    private static Renewal renewal(Step step, Ticket ticket) {
        return new Renewal(
                ID, ticket.attempt(), ticket.claimId(), pick(LEASES, step.what()), pick(RETENTIONS, step.version()));
    }

    private Settle settle(Step step, Ticket ticket) {
        Saved saved = Saved.of("text/plain", new byte[] {(byte) counter});
        Settle.Verdict verdict = pick(
                List.of(
                        new Settle.Verdict.Happened(true, saved, step.version()),
                        new Settle.Verdict.Happened(false, saved, step.version()),
                        new Settle.Verdict.DidNotHappen(),
                        new Settle.Verdict.Rerun()),
                step.what());
        ClaimId own = new ClaimId(2, counter++);
        return new Settle(
                ID, ticket.attempt(), ticket.claimId(), own, verdict, "who", "why", pick(RETENTIONS, step.version()));
    }

    /** One of the tickets that were given out, the latest first; before there is one, a ticket that nobody gave out. */
    private Ticket ticket(Step step) {
        return tickets.isEmpty() ? new Ticket(1, new ClaimId(3, 3), 0) : back(tickets, step.who());
    }

    private static OnDoubt onDoubt(Step step) {
        return step.hold() ? OnDoubt.HOLD : OnDoubt.TAKE;
    }

    private static <T> T pick(List<T> some, int which) {
        return some.get(which % some.size());
    }

    private static <T> T back(List<T> some, int howFar) {
        return some.get(Math.max(0, some.size() - 1 - howFar));
    }

    private static Decision<?> decide(Object command, @Nullable KeyRecord record, Instant now) {
        if (command instanceof Claim claim) {
            return Transitions.onClaim(record, claim, now);
        } else if (command instanceof Finish finish) {
            return Transitions.onFinish(record, finish, now);
        } else if (command instanceof Renewal renewal) {
            return Transitions.onRenew(record, renewal, now);
        } else if (command instanceof Abandon abandon) {
            return Transitions.onAbandon(record, abandon, now);
        }
        return Transitions.onSettle(record, (Settle) command, now);
    }
}
