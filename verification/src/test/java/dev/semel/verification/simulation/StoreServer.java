// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one store of a world, where messages arrive. Every command is shown to the referee with what it did. */
final class StoreServer {

    private final World world;
    private final IdempotencyStore store;
    private final Set<RecordId> known = new LinkedHashSet<>();

    StoreServer(World world, IdempotencyStore store) {
        this.world = world;
        this.store = store;
    }

    Guarantees guarantees() {
        return store.guarantees();
    }

    ClaimAnswer claim(Host host, Claim claim, long sent) {
        known.add(claim.id());
        Optional<KeyRecord> before = look(claim.id()).map(Sighting::record);
        ClaimAnswer answer = apply(host, claim.id(), claim, () -> store.claim(claim));
        if (answer instanceof ClaimAnswer.Granted granted) {
            KeyRecord now = granted.sighting().record();
            world.grants().add(host, now, sent);
            if (now.reason() == Reason.LEASE_LAPSED) {
                before.filter(record -> !record.claimId().equals(claim.claimId()))
                        .flatMap(world.grants()::find)
                        .ifPresent(world.lapseRules()::lapsed);
            }
        }
        return answer;
    }

    FinishAnswer finish(Host host, Finish finish) {
        FinishAnswer answer = apply(host, finish.id(), finish, () -> store.finish(finish));
        world.grants().finished(finish, answer);
        return answer;
    }

    /** As many steps as renewals; a store may spread a batch, but each renewal is atomic. */
    List<RenewAnswer> renew(Host host, List<Renewal> batch) {
        return batch.stream().map(renewal -> renew(host, renewal)).toList();
    }

    private RenewAnswer renew(Host host, Renewal renewal) {
        RenewAnswer answer = apply(
                host, renewal.id(), renewal, () -> store.renew(List.of(renewal)).thenApply(answers -> answers.get(0)));
        world.grants().renewed(renewal, answer);
        return answer;
    }

    boolean abandon(Host host, Abandon abandon) {
        return apply(host, abandon.id(), abandon, () -> store.abandon(abandon));
    }

    SettleAnswer settle(Settle settle) {
        return apply(null, settle.id(), settle, () -> ((Settleable) store).settle(settle));
    }

    Optional<Sighting> find(@Nullable Host host, RecordId id) {
        Optional<Sighting> seen = look(id);
        world.trace(host, () -> "finds " + world.words().of(id, seen.map(Sighting::record)));
        return seen;
    }

    /** A purge is a step of every record: none that has not expired may change. */
    int purge(int limit) {
        List<Optional<Sighting>> before = known.stream().map(this::look).toList();
        int removed = join(((Purgeable) store).purge(limit));
        world.trace(null, () -> "purges " + removed);
        int i = 0;
        for (RecordId id : known) {
            see(null, id, "purge", before.get(i++).map(Sighting::record).orElse(null), removed);
        }
        return removed;
    }

    private <T> T apply(@Nullable Host host, RecordId id, Object command, Supplier<CompletionStage<T>> call) {
        world.defect().caller(host);
        KeyRecord before = look(id).map(Sighting::record).orElse(null);
        T answer = join(call.get());
        see(host, id, command, before, answer);
        return answer;
    }

    private void see(@Nullable Host host, RecordId id, Object command, @Nullable KeyRecord before, Object answer) {
        KeyRecord after = look(id).map(Sighting::record).orElse(null);
        Step step = new Step(world.loop().instant(), host, id, command, before, answer, after);
        world.trace(host, () -> world.words().of(step));
        world.tally().see(step);
        world.referee().see(step);
    }

    /** Looks without being seen. */
    Optional<Sighting> look(RecordId id) {
        return join(store.find(id));
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
