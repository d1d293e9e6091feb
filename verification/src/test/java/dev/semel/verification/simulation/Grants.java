// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Saved;
import dev.semel.state.ClaimId;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Every grant that the store gave, and what its holder was told since. */
final class Grants {

    private final World world;
    private final Map<ClaimId, List<Grant>> grants = new HashMap<>();

    Grants(World world) {
        this.world = world;
    }

    void add(Host host, KeyRecord record, long sent) {
        List<Grant> same = grants.computeIfAbsent(record.claimId(), id -> new ArrayList<>(1));
        if (same.stream().noneMatch(grant -> grant.isOf(record))) {
            same.add(new Grant(host, record, sent));
        }
    }

    /** The grant that a ticket stands on; empty when the store never gave one. */
    Optional<Grant> find(KeyRecord record) {
        return of(record.claimId()).filter(grant -> grant.isOf(record)).findFirst();
    }

    /** The last grant of a process for an attempt. */
    Optional<Grant> find(Host host, RecordId id, int attempt) {
        return grants.values().stream()
                .flatMap(List::stream)
                .filter(grant -> grant.host() == host
                        && grant.record().id().equals(id)
                        && grant.record().attempt() == attempt)
                .max((one, other) ->
                        one.record().createdAt().compareTo(other.record().createdAt()));
    }

    /** Whether everybody who lost was told so by the signal. */
    boolean allSignalled() {
        return grants.values().stream().flatMap(List::stream).noneMatch(Grant::lacksSignal);
    }

    /** Whether a reconciler told this process this answer for the record, and it may be passed on. */
    boolean found(Host host, RecordId id, Saved answer) {
        long nanos = host.clock().nanoTime();
        Duration patience = world.plan().policyOf(id).completionWait();
        return grants.values().stream()
                .flatMap(List::stream)
                .filter(grant -> grant.host() == host && grant.record().id().equals(id))
                .filter(grant -> grant.mayPassOn(nanos, patience))
                .anyMatch(grant -> grant.foundAnswer().filter(answer::equals).isPresent());
    }

    /** At the store: what became of an ending. */
    void finished(Finish finish, FinishAnswer answer) {
        ofAttempt(finish).forEach(grant -> grant.finished(answer));
    }

    /** At the store: what became of a renewal. */
    void renewed(Renewal renewal, RenewAnswer answer) {
        if (answer == RenewAnswer.LOST) {
            of(renewal.claimId()).forEach(Grant::refused);
        }
    }

    /** In the process, in time: it knows now what became of its ending. */
    void told(Finish finish, FinishAnswer answer) {
        if (answer instanceof FinishAnswer.Fenced) {
            of(finish.claimId()).forEach(grant -> grant.fencedTold(world.loop().now()));
        }
    }

    /** In the process, in time: it knows now which leases are lost, and says so to their holders. */
    void told(List<Renewal> batch, List<RenewAnswer> answers) {
        for (int i = 0; i < batch.size(); i++) {
            if (answers.get(i) == RenewAnswer.LOST) {
                of(batch.get(i).claimId()).forEach(this::lost);
            }
        }
    }

    private void lost(Grant grant) {
        grant.lostTold(world.loop().now());
        world.loop().after(Grant.REACTION, grant.host(), () -> {
            if (grant.isLostTold() && grant.isRunning() && grant.signals() == 0) {
                world.violated("R10: the store said that the lease is lost, and no signal was raised");
            }
        });
    }

    /** A process sends an ending. */
    void sent(Finish finish, long nanos) {
        ofAttempt(finish).forEach(grant -> grant.finishSent(nanos));
    }

    /** A process heard something of an ending that it has sent. */
    void heard(Finish finish) {
        ofAttempt(finish).forEach(Grant::finishHeard);
    }

    private Stream<Grant> ofAttempt(Finish finish) {
        return of(finish.claimId()).filter(grant -> grant.record().attempt() == finish.attempt());
    }

    private Stream<Grant> of(ClaimId claimId) {
        return grants.getOrDefault(claimId, List.of()).stream();
    }
}
