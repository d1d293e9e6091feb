// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.util.function.Supplier;

/** What is deliberately wrong, to prove that the simulation finds it. */
enum Broken implements Supplier<Defect> {
    FENCE_IGNORED(Sabotage.store(BrokenMachines.FenceIgnored::new)),
    CLAIM_ID_FORGOTTEN(Sabotage.store(BrokenMachines.ClaimIdForgotten::new)),
    TWO_LEASES(Sabotage.store(BrokenMachines.TwoLeases::new)),
    ANSWER_OVERWRITTEN(Sabotage.store(BrokenMachines.AnswerOverwritten::new)),
    NUMBER_KEPT(Sabotage.store(BrokenMachines.NumberKept::new)),
    PURGE_TAKES_LAPSED(Sabotage.store(BrokenMachines.PurgeTakesLapsed::new)),
    PAYLOAD_IGNORED(Sabotage.store(BrokenMachines.PayloadIgnored::new)),
    DOUBT_FORGOTTEN(Sabotage.store(BrokenMachines.DoubtForgotten::new)),
    ABANDON_BY_KEY(Sabotage.store(BrokenMachines.AbandonByKey::new)),
    RETENTION_FORGOTTEN(Sabotage.store(BrokenMachines.RetentionForgotten::new)),
    TENANT_IGNORED(Sabotage.store(BrokenMachines.TenantIgnored::new)),
    PROCESS_CLOCK(Sabotage.ProcessClock::new),
    HEARTBEAT_STOPPED(Sabotage.engine(EngineSide.HeartbeatStopped::new)),
    FREES_ON_FAILED_COMPLETION(Sabotage.engine(EngineSide.FreesOnFailedCompletion::new)),
    RUNS_WITHOUT_GRANT(Sabotage.engine(EngineSide.RunsWithoutGrant::new)),
    SENDS_WHEN_FENCED(Sabotage.engine(EngineSide.SendsWhenFenced::new));

    // The suppliers are constructors and hold nothing.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Supplier<Defect> defect;

    Broken(Supplier<Defect> defect) {
        this.defect = defect;
    }

    @Override
    public Defect get() {
        return defect.get();
    }
}
