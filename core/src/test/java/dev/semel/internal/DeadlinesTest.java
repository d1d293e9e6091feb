// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The limits of calls")
class DeadlinesTest {

    private static final long DELAY = 100;

    private final Hand hand = new Hand();
    private final Deadlines deadlines = new Deadlines(hand, Duration.ofNanos(DELAY));
    private final List<String> rung = new ArrayList<>();

    @Test
    @DisplayName("R29: ring each at its own time, by one real alarm for all of them")
    void ring() {
        deadlines.add(() -> rung.add("first"));
        hand.moveTo(40);
        deadlines.add(() -> rung.add("second"));
        assertThat(hand.set).as("real alarms").hasSize(1);

        hand.moveTo(99);
        assertThat(rung).isEmpty();
        hand.moveTo(100);
        assertThat(rung).containsExactly("first");
        hand.moveTo(139);
        assertThat(rung).containsExactly("first");
        hand.moveTo(140);
        assertThat(rung).containsExactly("first", "second");
        assertThat(hand.set).as("none is left when none is needed").isEmpty();
    }

    @Test
    @DisplayName("R29: do not ring when they are cancelled, wherever they stand, and those that stay do")
    void cancelled() {
        List<Timers.Alarm> alarms = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "number " + i;
            hand.moveTo(i);
            alarms.add(deadlines.add(() -> rung.add(name)));
        }
        alarms.get(0).cancel();
        alarms.get(2).cancel();
        alarms.get(2).cancel();
        alarms.get(4).cancel();

        hand.moveTo(500);

        assertThat(rung).containsExactly("number 1", "number 3");
        alarms.get(1).cancel();
        deadlines.add(() -> rung.add("a later one"));
        hand.moveTo(600);
        assertThat(rung).containsExactly("number 1", "number 3", "a later one");
    }

    @Test
    @DisplayName("R29: may set others when they ring")
    void fromWithin() {
        deadlines.add(() -> deadlines.add(() -> rung.add("set by the first")));

        hand.moveTo(100);
        assertThat(rung).isEmpty();
        hand.moveTo(200);

        assertThat(rung).containsExactly("set by the first");
    }

    /** Time that is moved by hand, one alarm after the other. */
    private static final class Hand implements Timers {

        private record Set(long due, Runnable task) {}

        private final List<Set> set = new ArrayList<>();
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Alarm schedule(Duration delay, Runnable task) {
            Set alarm = new Set(now + delay.toNanos(), task);
            set.add(alarm);
            return () -> set.remove(alarm);
        }

        void moveTo(long instant) {
            while (!set.isEmpty()) {
                Set first = set.stream().min(Comparator.comparingLong(Set::due)).orElseThrow();
                if (first.due > instant) {
                    break;
                }
                now = Math.max(now, first.due);
                set.remove(first);
                first.task.run();
            }
            now = instant;
        }
    }
}
