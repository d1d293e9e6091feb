// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import org.junit.jupiter.api.DisplayName;

@DisplayName("A process with a wrong clock, on PostgreSQL")
class PostgresClockTest extends ClockTests {

    @Override
    Database server() {
        return Postgres.server();
    }

    @Override
    String product() {
        return "postgresql";
    }

    @Override
    String key() {
        return "key";
    }
}
