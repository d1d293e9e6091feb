// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.time.Duration;

/** Why a lease may lapse. Each that does must have a reason, or an engine did not look after it. */
final class LapseRules {

    private static final long MARGIN = Duration.ofMillis(10).toNanos();

    private final World world;

    LapseRules(World world) {
        this.world = world;
    }

    /** Somebody took over from the attempt of this grant. */
    void lapsed(Grant grant) {
        if (!world.plan().isSlowNetwork()) {
            heartbeat(grant);
            stray(grant);
        }
    }

    /** R9, T25: a lease lapses only when its attempt may not, or cannot, renew it any more. */
    private void heartbeat(Grant grant) {
        if (grant.isRunning() && grant.host().canRenew()) {
            world.seen(Seen.LAPSE_EXPLAINED);
            if (!isAtCeiling(grant) && !isGivenUp(grant)) {
                world.violated("R9: the lease of a living attempt lapsed");
            }
        }
    }

    private boolean isAtCeiling(Grant grant) {
        Duration most = world.plan().policyOf(grant.record().id()).maxDuration();
        return grant.age(world.loop().now()) >= grant.host().clock().least(most) - MARGIN;
    }

    /** An attempt that ends is renewed for one more length, while its ending is being recorded. */
    private boolean isGivenUp(Grant grant) {
        HostClock clock = grant.host().clock();
        Duration lease = world.plan().policyOf(grant.record().id()).lease();
        boolean records = grant.isRecording(clock.nanoTime(), world.plan().storeTimeout());
        boolean late = grant.endingAge(world.loop().now()) >= clock.least(lease) - MARGIN;
        return grant.isEnding() && (!records || late);
    }

    /** A claim is sent again and again until the store's time is up, by a clock that may run at half the speed. */
    private boolean isStillSent(Grant grant) {
        return grant.age(world.loop().now()) < 2 * world.plan().storeTimeout().toNanos() + MARGIN;
    }

    /** R7: where every call was answered or failed at once, no grant is left that nobody runs and nobody abandons. */
    private void stray(Grant grant) {
        Policy policy = world.plan().policyOf(grant.record().id());
        // A reconciler may be at work; and whoever ran unprotected cannot say that its claim did nothing.
        boolean excused = policy.reconciles() || policy.failsOpen() || isStillSent(grant);
        boolean stray =
                !grant.isRunning() && !grant.isFinishSent() && grant.host().hearsOfEverything();
        if (stray && !excused) {
            world.violated("R7: a claim was granted, and nobody ran or abandoned it");
        }
    }
}
