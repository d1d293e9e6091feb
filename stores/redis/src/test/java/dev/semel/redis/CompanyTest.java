// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever looks through the records of a server")
class CompanyTest {

    private static final String SERVER = "sole";
    private static final byte[][] ARGUMENTS = {new byte[100], new byte[12]};
    private static final long A_STEP = 208;
    private static final long STEPS = 10;

    private final AtomicLong now = new AtomicLong();
    private final Company company = new Company(now::get);
    private long received = 1_000_000;

    @BeforeEach
    void begin() {
        company.saw(SERVER, received, ARGUMENTS);
    }

    /** So many bytes came from others while steps were taken, for as long as it takes to tell. */
    private void pass(long theirs) {
        for (int step = 1; step <= STEPS; step++) {
            now.addAndGet(Company.SHORTEST_LOOK / STEPS);
            received += A_STEP + theirs / STEPS;
            company.saw(SERVER, received, ARGUMENTS);
        }
    }

    @Test
    @DisplayName("R36: knows that it is alone there, and that it is no more")
    void alone() {
        assertThat(company.isAlone(SERVER)).as("before it can be told").isFalse();
        pass(0);
        assertThat(company.isAlone(SERVER)).isTrue();
        assertThat(company.isAlone("another")).isFalse();
        pass(20_000);
        assertThat(company.isAlone(SERVER)).as("200 kB a second").isFalse();
        pass(100);
        assertThat(company.isAlone(SERVER)).as("whatever watches a server").isTrue();
    }

    @Test
    @DisplayName("R36: does not take for alone what it has not seen for a while, or what was restarted")
    void unknown() {
        pass(0);
        now.addAndGet(Company.LONGEST_LOOK + 1);
        assertThat(company.isAlone(SERVER)).isFalse();

        pass(0);
        pass(0);
        assertThat(company.isAlone(SERVER)).isTrue();
        received = 0;
        company.saw(SERVER, received, ARGUMENTS);
        assertThat(company.isAlone(SERVER)).as("restarted").isFalse();
    }

    @Test
    @DisplayName("R36: never hurries where the server does not tell what it receives")
    void untold() {
        Company silent = new Company(now::get);
        for (int step = 0; step < 100; step++) {
            now.addAndGet(Company.SHORTEST_LOOK);
            silent.saw(SERVER, -1, ARGUMENTS);
        }
        assertThat(silent.isAlone(SERVER)).isFalse();
    }
}
