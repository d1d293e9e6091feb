// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.JdbcStoreBuilder;
import dev.semel.jdbc.SqliteStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.spi.IdempotencyStore;
import java.nio.file.Path;
import java.util.function.Function;
import javax.sql.DataSource;

/** Where the records are. Immutable. */
interface StoreChoice {

    /** Connects to it; makes its tables where they are missing. */
    Opened open();

    /**
     * A store, and how it is closed.
     *
     * @param store the store
     * @param isLocal whether only this process sees it
     * @param closing closes it, and what was opened for it
     */
    record Opened(IdempotencyStore store, boolean isLocal, AutoCloseable closing) {}

    /** In this process, gone with it. */
    static StoreChoice memory() {
        return () -> new Opened(MemoryStore.create(), true, () -> {});
    }

    /** In a file that this process owns. */
    static StoreChoice sqlite(Path file) {
        return () -> {
            SqliteStore store = SqliteStore.at(file).open();
            return new Opened(store, true, store);
        };
    }

    static StoreChoice postgresql(String url, String user, String password) {
        return () -> jdbc(url, user, password, JdbcStore::postgresql);
    }

    static StoreChoice mariadb(String url, String user, String password) {
        return () -> jdbc(url, user, password, JdbcStore::mariadb);
    }

    /** One server, or the master that sentinels name. */
    static StoreChoice redis(String url) {
        return () -> {
            RedisStore store = RedisStore.at(url).build();
            return new Opened(store, false, store);
        };
    }

    private static Opened jdbc(
            String url, String user, String password, Function<DataSource, JdbcStoreBuilder> dialect) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(5);
        HikariDataSource pool = new HikariDataSource(config);
        try {
            JdbcStore store = dialect.apply(pool).build();
            store.schema().create();
            return new Opened(store, false, () -> {
                store.close();
                pool.close();
            });
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }
}
