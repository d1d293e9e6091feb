// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Admission;
import dev.semel.Execution;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One try of a client at one process, and what it got. */
final class Request {

    private final World world;
    private final Host host;
    private final Policy policy;
    private final Intent intent;
    private final Instant start;
    private final Consumer<Admission> over;
    private @Nullable Grant grant;
    private boolean done;

    /** {@code over} hears what the client got, and of a run when it has ended. */
    Request(World world, Host host, Policy policy, Intent intent, Consumer<Admission> over) {
        this.world = world;
        this.host = host;
        this.policy = policy;
        this.intent = intent;
        this.start = world.loop().instant();
        this.over = over;
    }

    Host host() {
        return host;
    }

    Policy policy() {
        return policy;
    }

    Intent intent() {
        return intent;
    }

    Instant start() {
        return start;
    }

    /** Whether the client waits for an answer that must still come. */
    boolean isOpen() {
        return !done && host.isAlive();
    }

    /** Whether it got its answer only after a while in the waiting room. */
    boolean hasWaited() {
        return intent.operation().inFlight().waits()
                && start.plus(policy.lease().dividedBy(2)).isBefore(world.loop().instant());
    }

    /** Its handler never ends. */
    void hang() {
        done = true;
        if (grant != null) {
            host.hang();
        }
    }

    void admit() {
        world.trace(host, () -> "admits " + world.words().of(intent));
        long began = host.clock().nanoTime();
        host.engine().admitAsync(intent).whenComplete((admission, failure) -> {
            world.clientRules().inTime(this, began, longestAdmission(), "an admission");
            if (failure != null) {
                world.violated("an admission failed: " + failure);
            } else if (admission instanceof Admission.Run run) {
                CompletableFuture<Outcome> unused =
                        run(run.ticket()).whenComplete((outcome, thrown) -> end(run.ticket(), outcome, thrown));
            } else {
                finish(admission);
            }
        });
    }

    /** The claim, the wait, a claim at its end, and a reconciler whose answer is recorded. */
    private Duration longestAdmission() {
        return world.plan()
                .storeTimeout()
                .multipliedBy(2)
                .plus(policy.waits())
                .plus(policy.reconcileLimit())
                .plus(policy.completionWait());
    }

    void execute() {
        world.trace(host, () -> "executes " + world.words().of(intent));
        host.engine().executeAsync(intent, this::handle).whenComplete((execution, failure) -> {
            done = true;
            if (failure != null) {
                world.clientRules().failed(failure);
            } else if (execution instanceof Execution.NotRun notRun) {
                world.clientRules().answered(this, notRun.admission());
            } else {
                world.clientRules().executed(this, grant, execution);
            }
        });
    }

    private CompletionStage<Outcome> handle(Ticket ticket) {
        return run(ticket).whenComplete((outcome, failure) -> beginEnding());
    }

    private CompletableFuture<Outcome> run(Ticket ticket) {
        grant = world.clientRules().begins(this, ticket);
        Work work = new Work(world, this, ticket, grant);
        return work.start();
    }

    private void beginEnding() {
        if (grant != null) {
            grant.beginEnding(world.loop().now());
        }
    }

    private void end(Ticket ticket, @Nullable Outcome told, @Nullable Throwable thrown) {
        Outcome outcome = thrown == null && told != null ? told : Outcome.inDoubt();
        beginEnding();
        long began = host.clock().nanoTime();
        ticket.end(outcome).whenComplete((completion, failure) -> {
            world.clientRules().inTime(this, began, policy.completionWait(), "an ending");
            world.clientRules().completed(this, grant, outcome, completion, failure);
            done = true;
            over.accept(new Admission.Run(ticket));
        });
        if (world.dice().chance(100)) {
            // The first ending counts: this one must not free anything.
            ticket.release();
        }
    }

    private void finish(Admission admission) {
        done = true;
        world.clientRules().answered(this, admission);
        over.accept(admission);
    }
}
