// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisProcess;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is dangerous in a server's settings")
class WarningsTest {

    @Test
    @DisplayName("R30: is said in the log, as a warning, when the store is opened")
    void logged() {
        try (RedisProcess server = RedisProcess.start("--appendonly", "no");
                Log log = new Log();
                RedisStore store = Commands.patient(server.uri())) {
            assertThat(store).isNotNull();
            assertThat(log.records)
                    .filteredOn(record -> record.getMessage().contains("Set appendonly yes"))
                    .extracting(LogRecord::getLevel)
                    .containsExactly(Level.WARNING);
        }
    }

    @Test
    @DisplayName("R30: is not said of a server that has none of it")
    void silent() {
        try (RedisProcess server = RedisProcess.start("--appendonly", "yes");
                Log log = new Log();
                RedisStore store = Commands.patient(server.uri())) {
            assertThat(store).isNotNull();
            assertThat(log.records).isEmpty();
        }
    }

    /** What is said in the log while it is open. */
    private static final class Log extends Handler implements AutoCloseable {

        private final Logger logger = Logger.getLogger("dev.semel.redis");
        private final List<LogRecord> records = new CopyOnWriteArrayList<>();

        Log() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
