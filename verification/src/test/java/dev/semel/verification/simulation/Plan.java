// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Fingerprint;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What one schedule consists of, drawn from its seed: processes, policies, keys, times. */
final class Plan {

    static final Fingerprint FIRST_PAYLOAD = Fingerprint.of("first");
    static final Fingerprint OTHER_PAYLOAD = Fingerprint.of("other");

    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final int slots;
    private final List<Integer> ratesPerMille = new ArrayList<>();
    private final List<Policy> policies = new ArrayList<>();
    private final int keys;
    private final int requests;
    private final Duration storeTimeout;
    private final int mostWaiters;
    private final boolean guarded;
    private final int otherPayloads;
    private final boolean slowNetwork;
    private final Duration span;

    Plan(Dice dice) {
        slots = 2 + dice.below(3);
        boolean trusty = dice.chance(600);
        for (int i = 0; i < slots; i++) {
            ratesPerMille.add(dice.chance(500) ? 1000 : (int) dice.between(trusty ? 1000 : 500, 2000));
        }
        int operations = dice.oneOf(1, 1, 1, 2);
        for (int i = 0; i < operations; i++) {
            policies.add(Policy.draw(dice, "op" + i, slots));
        }
        keys = dice.oneOf(1, 1, 2, 3);
        requests = (int) dice.between(2, 10);
        storeTimeout = Duration.ofMillis(dice.oneOf(20, 100, 500, 2000));
        mostWaiters = dice.oneOf(0, 2, 100, 100);
        guarded = dice.chance(700);
        otherPayloads = dice.oneOf(0, 80, 300);
        slowNetwork = dice.chance(200);
        span = span(dice);
    }

    /** How many of a thousand requests carry another payload under the same key. */
    int otherPayloads() {
        return otherPayloads;
    }

    boolean isSlowNetwork() {
        return slowNetwork;
    }

    /** Over what time the requests are spread: short for races, long for expiry. */
    private Duration span(Dice dice) {
        Policy policy = policies.get(0);
        return dice.oneOf(
                policy.lease(), policy.lease().multipliedBy(4), policy.lease().multipliedBy(20), Duration.ofSeconds(6));
    }

    int slots() {
        return slots;
    }

    int ratePerMille(int slot) {
        return ratesPerMille.get(slot);
    }

    List<Policy> policies() {
        return policies;
    }

    Policy policyOf(RecordId id) {
        return policies.stream()
                .filter(policy -> policy.name().equals(id.operation()))
                .findFirst()
                .orElseThrow();
    }

    int keys() {
        return keys;
    }

    int requests() {
        return requests;
    }

    Duration storeTimeout() {
        return storeTimeout;
    }

    int mostWaiters() {
        return mostWaiters;
    }

    Duration span() {
        return span;
    }

    /** Whether handlers ask {@code isOwner} right before they do something. */
    boolean isGuarded() {
        return guarded;
    }

    /**
     * Whether a key of this policy must take effect at most once: every handler asks before it acts, no clock runs slow,
     * and whoever follows a doubt first finds out what happened.
     */
    boolean isOnce(Policy policy) {
        return guarded
                && ratesPerMille.stream().allMatch(rate -> rate >= 1000)
                && policy.findsOut()
                && !policy.rerunsOlder();
    }

    long delay(Dice dice) {
        if (slowNetwork && dice.chance(300)) {
            return dice.between(0, policies.get(0).lease().toNanos());
        }
        return dice.between(MILLI / 5, 4 * MILLI);
    }

    /** Beyond every time-out, or only beyond some. */
    long lateness(Dice dice) {
        return dice.chance(500)
                ? dice.within(policies.get(0).lease().multipliedBy(3))
                : dice.within(storeTimeout.multipliedBy(3).plusSeconds(2));
    }

    long pause(Dice dice) {
        return dice.within(policies.get(0).lease().multipliedBy(dice.oneOf(1, 3, 8)));
    }
}
