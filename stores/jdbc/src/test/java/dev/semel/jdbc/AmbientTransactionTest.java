// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Postgres;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("T20: in a transaction of the caller's, with a pool that gives its thread that transaction's connection,")
class AmbientTransactionTest {

    private final HikariDataSource pool = Postgres.server().pool(6);
    private final Thread caller = Thread.currentThread();
    private Connection transaction;
    private DataSource aware;

    @BeforeEach
    void begin() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS ambient_order (reference text)");
        }
        transaction = pool.getConnection();
        transaction.setAutoCommit(false);
        aware = (DataSource) proxy(
                DataSource.class,
                (method, arguments) -> Thread.currentThread() == caller ? bound() : pool.getConnection());
    }

    @AfterEach
    void end() throws SQLException {
        transaction.close();
        pool.close();
    }

    /** The connection of the transaction, which whoever borrowed it cannot close. */
    private Connection bound() {
        return (Connection) proxy(Connection.class, (method, arguments) -> {
            try {
                return method.getName().equals("close") ? null : method.invoke(transaction, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private interface Calling {
        Object call(java.lang.reflect.Method method, Object[] arguments) throws Throwable;
    }

    private static Object proxy(Class<?> type, Calling calling) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calling.call(method, arguments));
    }

    private String order() throws SQLException {
        String reference = UUID.randomUUID().toString();
        try (Statement statement = transaction.createStatement()) {
            statement.execute("INSERT INTO ambient_order VALUES ('" + reference + "')");
        }
        return reference;
    }

    private int orders(String reference) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(
                        "SELECT count(*) FROM ambient_order WHERE reference = '" + reference + "'")) {
            count.next();
            return count.getInt(1);
        }
    }

    @Test
    @DisplayName("a claim is no part of it, and stays when it is rolled back")
    void claims() throws SQLException {
        try (JdbcStore store =
                JdbcStore.postgresql(aware).table("semel_ambient").build()) {
            store.schema().create();
            String reference = order();
            Claim claim = Commands.claim(Commands.freshId());
            assertThat(Commands.now(store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class);
            transaction.rollback();

            assertThat(Commands.now(store.find(claim.id()))).isPresent();
            assertThat(orders(reference)).isZero();
        }
    }

    @Test
    @DisplayName("tables are made and checked without ending it")
    void schema() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS ambient CASCADE; CREATE SCHEMA ambient");
        }
        String reference = order();
        try (JdbcStore store =
                JdbcStore.postgresql(aware).table("ambient.semel_record").build()) {
            store.schema().create();
            store.schema().validate();
        }
        assertThat(orders(reference)).as("not committed by anybody else").isZero();
        transaction.commit();
        assertThat(orders(reference)).as("not rolled back by anybody else").isEqualTo(1);
    }
}
