// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each case starts at an ordinary reading of the monotonic clock, a negative one, and one that overflows soon. */
@DisplayName("A lease, by this process's clock")
class LeaseTest {

    private static final Duration LENGTH = Duration.ofSeconds(30);
    private static final Duration CEILING = Duration.ofSeconds(100);
    private static final long BEFORE_OVERFLOW = Long.MAX_VALUE - 40_000_000_000L;

    private static Lease claimed(long start) {
        return new Lease(LENGTH, CEILING, start);
    }

    private static long at(long start, double seconds) {
        return start + (long) (seconds * 1e9);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R10: is certain for its length from the claim's sending on, and not a moment longer")
    void certainForItsLength(long start) {
        Lease lease = claimed(start);
        assertThat(lease.isCertainAt(start)).isTrue();
        assertThat(lease.isCertainAt(at(start, 30) - 1)).isTrue();
        assertThat(lease.isCertainAt(at(start, 30))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R9: is looked at after a third, and renewed then; a twelfth earlier it goes along with others")
    void dueAtAThird(long start) {
        Lease lease = claimed(start);
        assertThat(lease.nextLook(start)).isEqualTo(at(start, 10));
        assertThat(lease.isDueAt(at(start, 7.4))).isFalse();
        assertThat(lease.isDueAt(at(start, 7.5))).isTrue();
        assertThat(lease.isDueAt(at(start, 10))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R10: a renewal counts from its sending, once the store has confirmed it")
    void confirmed(long start) {
        Lease lease = claimed(start);
        Duration asked = lease.renew(at(start, 10));
        assertThat(asked).isEqualTo(LENGTH);
        assertThat(lease.isCertainAt(at(start, 30))).as("not confirmed yet").isFalse();
        lease.confirm(at(start, 10), asked);
        assertThat(lease.isCertainAt(at(start, 40) - 1)).isTrue();
        assertThat(lease.isCertainAt(at(start, 40))).isFalse();
        assertThat(lease.nextLook(at(start, 11))).isEqualTo(at(start, 20));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R10: an answer that comes late, after a newer one, shortens nothing")
    void lateAnswer(long start) {
        Lease lease = claimed(start);
        lease.confirm(at(start, 20), LENGTH);
        lease.confirm(at(start, 10), LENGTH);
        assertThat(lease.isCertainAt(at(start, 50) - 1)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R9: after a failure the next renewal is due a twelfth later")
    void afterAFailure(long start) {
        Lease lease = claimed(start);
        lease.renew(at(start, 10));
        lease.renewalFailed(at(start, 10));
        assertThat(lease.nextLook(at(start, 10))).isEqualTo(at(start, 12.5));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R9: asks for no more than is left until the ceiling, and for nothing beyond it")
    void ceiling(long start) {
        Lease lease = claimed(start);
        assertThat(lease.renew(at(start, 80))).isEqualTo(Duration.ofSeconds(20));
        lease.confirm(at(start, 80), Duration.ofSeconds(20));
        assertThat(lease.isAtCeiling(at(start, 100) - 1)).isFalse();
        assertThat(lease.isAtCeiling(at(start, 100))).isTrue();
        assertThat(lease.isDueAt(at(start, 100))).isFalse();
        assertThat(lease.isOver(at(start, 100) - 1)).isFalse();
        assertThat(lease.isOver(at(start, 100))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("T25, R17: an ending attempt is renewed for one more length at the most")
    void ending(long start) {
        Lease lease = claimed(start);
        lease.beginEnding(at(start, 5));
        assertThat(lease.isDueAt(at(start, 10))).isTrue();
        assertThat(lease.renew(at(start, 10))).isEqualTo(Duration.ofSeconds(25));
        assertThat(lease.isDueAt(at(start, 35))).isFalse();
        lease.confirm(at(start, 10), Duration.ofSeconds(25));
        assertThat(lease.isOver(at(start, 35))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R9: an ending near the ceiling does not move it")
    void endingNearTheCeiling(long start) {
        Lease lease = claimed(start);
        lease.beginEnding(at(start, 90));
        assertThat(lease.renew(at(start, 95))).isEqualTo(Duration.ofSeconds(5));
        assertThat(lease.isDueAt(at(start, 100))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, BEFORE_OVERFLOW})
    @DisplayName("R10: is looked at when it stops being certain, if that comes before the next renewal")
    void lookedAtWhenLost(long start) {
        Lease lease = claimed(start);
        lease.renew(at(start, 25));
        assertThat(lease.nextLook(at(start, 25))).isEqualTo(at(start, 30));
        assertThat(lease.nextLook(at(start, 30))).isEqualTo(at(start, 35));
    }
}
