// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Ticket;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A handler: it takes its time, does something downstream somewhere in the middle, and ends in one of many ways. */
final class Work {

    /** How a handler ends. It is honest: it completes only what it did, and releases only when it did nothing. */
    private enum Manner {
        COMPLETE,
        FAIL,
        RELEASE,
        DOUBT,
        DOUBT_AFTER_EFFECT,
        THROW,
        HANG
    }

    private final World world;
    private final Request request;
    private final Ticket ticket;
    private final @Nullable Grant grant;
    private final Manner manner;
    private final long pace;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private @Nullable Saved effect;

    Work(World world, Request request, Ticket ticket, @Nullable Grant grant) {
        this.world = world;
        this.request = request;
        this.ticket = ticket;
        this.grant = grant;
        Dice dice = world.dice();
        this.manner = world.isCalm() || dice.chance(450) ? Manner.COMPLETE : dice.oneOf(Manner.values());
        long lease = request.policy().lease().toNanos();
        this.pace = world.isCalm() ? lease / 10 : dice.between(0, lease * dice.oneOf(1, 1, 1, 4)) / 3;
    }

    CompletableFuture<Outcome> start() {
        world.trace(request.host(), () -> "begins attempt " + ticket.attempt() + ", it will " + manner);
        ticket.onLost(this::onLost);
        if (pace == 0) {
            begin();
            act();
            end();
        } else {
            later(1, this::begin);
            later(2, this::act);
            later(3, this::end);
        }
        return outcome;
    }

    private void later(int paces, Runnable task) {
        world.loop().after(paces * pace, request.host(), task);
    }

    private void begin() {
        world.clientRules().owns(request, ticket, grant);
    }

    private void onLost() {
        world.trace(request.host(), () -> "is told that attempt " + ticket.attempt() + " is lost");
        world.seen(Seen.LOST_SIGNAL);
        if (grant != null && grant.signal() > 1) {
            world.violated("R10: the lost signal was raised twice");
        }
    }

    private void act() {
        world.clientRules().owns(request, ticket, grant);
        boolean acts = manner == Manner.COMPLETE
                || manner == Manner.DOUBT_AFTER_EFFECT
                || world.dice().chance(500);
        boolean honest = manner != Manner.FAIL && manner != Manner.RELEASE && manner != Manner.DOUBT;
        // A crash in this very call has already happened: a dead process does nothing downstream.
        if (!acts || !honest || !request.host().isAlive()) {
            return;
        }
        if (world.plan().isGuarded() && !ticket.isDegraded() && !ticket.isOwner()) {
            world.seen(Seen.EFFECT_REFUSED_BY_GUARD);
            return;
        }
        effect = world.effects().happen(request, ticket, grant);
    }

    private void end() {
        world.clientRules().owns(request, ticket, grant);
        switch (manner) {
            case COMPLETE -> outcome.complete(effect == null ? Outcome.released() : Outcome.completed(effect));
            case FAIL ->
                outcome.complete(Outcome.failed(Texts.answer(request.intent().recordId(), "failed")));
            case RELEASE -> outcome.complete(Outcome.released());
            case DOUBT, DOUBT_AFTER_EFFECT -> outcome.complete(Outcome.inDoubt());
            case THROW -> outcome.completeExceptionally(new WorkFailed());
            case HANG -> {
                world.seen(Seen.HUNG_HANDLER);
                request.hang();
            }
        }
    }
}
