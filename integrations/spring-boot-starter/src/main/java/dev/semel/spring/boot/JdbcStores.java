// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.JdbcStoreBuilder;
import dev.semel.jdbc.Schema;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import javax.sql.DataSource;

/** Opens relational stores. */
final class JdbcStores {

    private JdbcStores() {}

    static IdempotencyStore open(StoreKind kind, DataSource dataSource, JdbcProperties properties) {
        JdbcStore store = build(builder(kind, dataSource), properties);
        try {
            prepare(store.schema(), properties.schema());
            return store;
        } catch (IllegalStateException e) {
            store.close();
            throw new SetupException(
                    "The tables for idempotency records are not as they should be: " + e.getMessage(),
                    "Set semel.jdbc.schema=create to have them made at start-up, or give the statements to your migration"
                            + " tool: they are in semel-store-jdbc, in dev/semel/jdbc/" + kind.property()
                            + "/schema-1.sql. docs/stores.md has more.",
                    e);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static JdbcStoreBuilder builder(StoreKind kind, DataSource dataSource) {
        return switch (kind) {
            case POSTGRESQL -> JdbcStore.postgresql(dataSource);
            case MYSQL -> JdbcStore.mysql(dataSource);
            case MARIADB -> JdbcStore.mariadb(dataSource);
            case SQLITE, REDIS, MEMORY -> throw new IllegalArgumentException(kind + " has no data source");
        };
    }

    private static JdbcStore build(JdbcStoreBuilder builder, JdbcProperties properties) {
        try {
            return builder.table(properties.table())
                    .connections(properties.connections())
                    .queue(properties.queue())
                    .batch(properties.batch())
                    .callLimit(properties.callLimit())
                    .build();
        } catch (IllegalArgumentException e) {
            SetupException server = new SetupException(
                    "The store for idempotency records cannot be opened: " + e.getMessage(), "Change the database.", e);
            throw Setup.ofStore("semel.jdbc.", JdbcProperties.class, e, server);
        } catch (StoreUnavailableException e) {
            throw new SetupException(
                    "The database for idempotency records does not answer: " + e.getMessage(),
                    "Start the database, or correct the data source's address and credentials.",
                    e);
        }
    }

    private static void prepare(Schema schema, SchemaChoice choice) {
        switch (choice) {
            case CREATE -> schema.create();
            case VALIDATE -> schema.validate();
            case NEVER -> {}
        }
    }
}
