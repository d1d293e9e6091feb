// SPDX-License-Identifier: Apache-2.0
package dev.semel.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GreetingTest {
    @Test
    void holdsItsName() {
        assertThat(new Greeting("once").name()).isEqualTo("once");
    }
}
