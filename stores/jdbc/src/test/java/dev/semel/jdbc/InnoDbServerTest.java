// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.spi.Guarantees.Durability;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A MariaDB or MySQL server")
class InnoDbServerTest {

    @Test
    @DisplayName("R30: is refused by the other one's store, which names the right one")
    void theOther() {
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "8.4.3")::requireMariaDb)
                .withMessageContaining("JdbcStore.mysql");
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "11.4.5-MariaDB")::requireMySql)
                .withMessageContaining("JdbcStore.mariadb");
    }

    @Test
    @DisplayName("R30: is refused when it is too old")
    void tooOld() {
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "10.11.9-MariaDB-log")::requireMariaDb)
                .withMessageContaining("MariaDB 11.4 or newer");
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "8.0.20")::requireMySql)
                .withMessageContaining("MySQL 8.0.21 or newer");
        assertThatCode(server("version", "12.0.2-MariaDB")::requireMariaDb).doesNotThrowAnyException();
        assertThatCode(server("version", "8.0.21")::requireMySql).doesNotThrowAnyException();
        assertThatCode(server("version", "9.1.0")::requireMySql).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("R30: is refused when its replicas would decide again")
    void statementLog() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        server("version", "11.4.5-MariaDB", "log_bin", "ON", "binlog_format", "STATEMENT")
                                ::requireMariaDb)
                .withMessageContaining("MIXED or ROW");
    }

    @Test
    @DisplayName("R22, R30: is refused when MySQL's sessions read what is not committed")
    void uncommitted() {
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "8.4.3", "transaction_isolation", "READ-UNCOMMITTED")::requireMySql)
                .withMessageContaining("READ COMMITTED");
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "read_only, ON",
        "read_only, NO_LOCK",
        "super_read_only, ON",
        "innodb_read_only, ON",
        "transaction_read_only, ON"
    })
    @DisplayName("R30: is refused when it may only be read, as a replica")
    void readOnly(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "11.4.5-MariaDB", name, value)::requireMariaDb)
                .withMessageContaining(name + " is " + value);
        assertThatCode(server("version", "11.4.5-MariaDB", name, "OFF")::requireMariaDb)
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("R30: is refused when texts without characters are nothing to its sessions")
    void emptyTexts() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        server("version", "11.4.5-MariaDB", "sql_mode", "EMPTY_STRING_IS_NULL,ANSI")::requireMariaDb)
                .withMessageContaining("EMPTY_STRING_IS_NULL");
    }

    @Test
    @DisplayName("R19, R30: is refused when it takes statements only that are too small for answers of the usual limit")
    void smallPackets() {
        assertThatIllegalArgumentException()
                .isThrownBy(server("version", "8.4.3", "max_allowed_packet", "4194304")::requireMySql)
                .withMessageContaining("max_allowed_packet=4194304")
                .withMessageContaining("8388608");
        InnoDbServer least = server("version", "8.4.3", "max_allowed_packet", "8388608");
        assertThatCode(least::requireMySql).doesNotThrowAnyException();
        assertThat(least.answerLimit().bytes()).isGreaterThanOrEqualTo(1 << 20);
    }

    @ParameterizedTest(name = "flush {0}, binary log {1}, sync {2}: {3}")
    @CsvSource({
        "1, OFF, 0, MACHINE_CRASH",
        "3, OFF, 0, MACHINE_CRASH",
        "1, ON, 1, MACHINE_CRASH",
        "1, ON, 0, PROCESS_CRASH",
        "1, ON, 100, PROCESS_CRASH",
        "2, OFF, 0, PROCESS_CRASH",
        "0, ON, 1, PROCESS_CRASH",
    })
    @DisplayName("R30: promises what its settings keep")
    void durability(String flush, String log, String sync, Durability promised) {
        InnoDbServer server = server("innodb_flush_log_at_trx_commit", flush, "log_bin", log, "sync_binlog", sync);
        assertThat(server.guarantees("MariaDB").durability()).isEqualTo(promised);
    }

    @Test
    @DisplayName("R30: of a Galera cluster says that nobody has tested it")
    void galera() {
        InnoDbServer server = server("innodb_flush_log_at_trx_commit", "1", "log_bin", "OFF", "wsrep_on", "ON");
        assertThat(server.guarantees("MariaDB").statement()).contains("Galera", "nobody has tested");
    }

    private static InnoDbServer server(String... namesAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new InnoDbServer(settings);
    }
}
