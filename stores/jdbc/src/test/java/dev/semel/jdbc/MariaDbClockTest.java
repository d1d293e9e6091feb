// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import org.junit.jupiter.api.DisplayName;

@DisplayName("A process with a wrong clock, on MariaDB")
class MariaDbClockTest extends ClockTests {

    @Override
    Database server() {
        return MariaDb.server();
    }

    @Override
    String product() {
        return "mariadb";
    }

    @Override
    String key() {
        return "`key`";
    }
}
