// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A server that is there for the tests: where it is, and how many connections a test's pool has. */
public record Database(
        String url, @Nullable String user, @Nullable String password) {

    /** As another process hands it over: empty for none. */
    public static Database of(String url, String user, String password) {
        return new Database(url, user.isEmpty() ? null : user, password.isEmpty() ? null : password);
    }

    /** The same server with one more option of the driver in the URL. */
    public Database with(String option) {
        return new Database(url + (url.contains("?") ? "&" : "?") + option, user, password);
    }

    /** A pool, as an application has one. */
    public HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        config.setPoolName("semel-test");
        return new HikariDataSource(config);
    }

    public static void run(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("a statement of the test failed: " + e.getMessage(), e);
        }
    }
}
