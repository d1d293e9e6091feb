// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.StoreUnavailableException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SQLite's queue")
class SqliteQueueTest {

    @Test
    @DisplayName("R29: has room for so many, and for renewals a little more")
    void bound() {
        SqliteQueue<String> queue = new SqliteQueue<>("writer", 1, 10, call -> 0);
        queue.add("claim", 0);
        assertThatThrownBy(() -> queue.add("another", 0)).isInstanceOf(StoreUnavailableException.class);
        assertThatCode(() -> queue.add("renewal", 1)).doesNotThrowAnyException();
        assertThatThrownBy(() -> queue.add("another renewal", 1)).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @DisplayName("R9: has room for renewals, however large it is")
    void largest() {
        SqliteQueue<String> queue = new SqliteQueue<>("writer", Integer.MAX_VALUE, 10, call -> 0);
        assertThatCode(() -> queue.add("renewal", 1_000)).doesNotThrowAnyException();
    }
}
