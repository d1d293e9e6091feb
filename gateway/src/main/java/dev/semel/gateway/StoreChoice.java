// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.JdbcStoreBuilder;
import dev.semel.jdbc.SqliteStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.spi.IdempotencyStore;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Where the records are. Immutable.
 *
 * @param type what kind of store it is
 * @param place a file or a URL; in memory, how many records it holds
 * @param user who connects, where somebody does
 * @param password with what
 * @param keys what saved answers are sealed with, if they are
 */
record StoreChoice(Type type, String place, String user, String password, Optional<KeyRing> keys) {

    StoreChoice(Type type, String place, String user, String password) {
        this(type, place, user, password, Optional.empty());
    }

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");

    /** What kind of store it is. */
    enum Type {
        MEMORY,
        SQLITE,
        POSTGRESQL,
        MARIADB,
        MYSQL,
        REDIS
    }

    /**
     * A store, and how it is closed.
     *
     * @param store the store
     * @param isLocal whether only this process sees it
     * @param closing closes it, and what was opened for it
     */
    record Opened(IdempotencyStore store, boolean isLocal, AutoCloseable closing) {

        /** The same, with what it saves sealed. */
        Opened sealed(KeyRing keys) {
            LOG.log(System.Logger.Level.INFO, keys.describe());
            return new Opened(SealedStore.over(store, keys), isLocal, closing);
        }

        /** Seals and opens with these from now on, where it was opened with keys. */
        void use(KeyRing keys) {
            if (store instanceof SealedStore sealed) {
                sealed.use(keys);
                LOG.log(System.Logger.Level.INFO, keys.describe());
            }
        }
    }

    /** In this process, gone with it. */
    static StoreChoice memory() {
        return memory(MemoryStore.DEFAULT_CAPACITY);
    }

    /** In this process, gone with it, and with room for so many records. */
    static StoreChoice memory(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("there must be room for a record at least");
        }
        return new StoreChoice(Type.MEMORY, Integer.toString(capacity), "", "");
    }

    /** In a file that this process owns. */
    static StoreChoice sqlite(Path file) {
        return new StoreChoice(Type.SQLITE, file.toString(), "", "");
    }

    static StoreChoice postgresql(String url, String user, String password) {
        return new StoreChoice(Type.POSTGRESQL, url, user, password);
    }

    static StoreChoice mariadb(String url, String user, String password) {
        return new StoreChoice(Type.MARIADB, url, user, password);
    }

    static StoreChoice mysql(String url, String user, String password) {
        return new StoreChoice(Type.MYSQL, url, user, password);
    }

    /** One server, or the master that sentinels name. */
    static StoreChoice redis(String url) {
        return new StoreChoice(Type.REDIS, url, "", "");
    }

    /** The same, with saved answers sealed. */
    StoreChoice sealedWith(KeyRing ring) {
        return new StoreChoice(type, place, user, password, Optional.of(ring));
    }

    /** Connects to it; makes its tables where they are missing. */
    Opened open(Loops loops) {
        try {
            Opened opened = opened(loops);
            return keys.map(opened::sealed).orElse(opened);
        } catch (RuntimeException e) {
            // Not as a cause: pools and drivers put the URL into their messages, and logs print causes.
            throw new IllegalStateException("the store cannot be opened: " + withoutSecrets(e));
        }
    }

    /** What is said to be wrong, without URL and password (R27). */
    private String withoutSecrets(RuntimeException failure) {
        String said = String.valueOf(failure.getMessage());
        String open = type == Type.POSTGRESQL || type == Type.MARIADB || type == Type.MYSQL || type == Type.REDIS
                ? said.replace(place, "its URL " + Written.HIDDEN)
                : said;
        return Written.shown("", password.isEmpty() ? open : open.replace(password, Written.HIDDEN));
    }

    private Opened opened(Loops loops) {
        return switch (type) {
            case MEMORY -> new Opened(MemoryStore.holding(Integer.parseInt(place)), true, () -> {});
            case SQLITE -> {
                SqliteStore store = SqliteStore.at(Path.of(place)).open();
                yield new Opened(store, true, store);
            }
            case POSTGRESQL -> jdbc(JdbcStore::postgresql);
            case MARIADB -> jdbc(JdbcStore::mariadb);
            case MYSQL -> jdbc(JdbcStore::mysql);
            case REDIS -> {
                RedisStore store =
                        RedisStore.at(place).eventLoops(loops.group()).build();
                yield new Opened(store, false, store);
            }
        };
    }

    private Opened jdbc(Function<DataSource, JdbcStoreBuilder> dialect) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(place);
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

    /** Without what is secret. */
    @Override
    public String toString() {
        return "StoreChoice[" + type + "]";
    }
}
