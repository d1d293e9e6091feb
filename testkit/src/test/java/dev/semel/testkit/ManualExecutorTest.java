// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A manual executor")
class ManualExecutorTest {

    private final ManualExecutor executor = new ManualExecutor();
    private final AtomicInteger ran = new AtomicInteger();

    @Test
    @DisplayName("runs everything, and what that adds, when it is told to")
    void runsWhenTold() {
        executor.execute(() -> executor.execute(ran::incrementAndGet));
        assertThat(executor.waiting()).isEqualTo(1);
        assertThat(ran).hasValue(0);
        assertThat(executor.runAll()).isEqualTo(2);
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("can be full, and have room again")
    void full() {
        executor.full(true);
        assertThatThrownBy(() -> executor.execute(ran::incrementAndGet)).isInstanceOf(RejectedExecutionException.class);
        executor.full(false);
        executor.execute(ran::incrementAndGet);
        assertThat(executor.runAll()).isEqualTo(1);
    }
}
