// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the relational stores.
 *
 * @param dataSource Name of the bean, where there are several data sources and none is primary.
 * @param transactionManager Name of the bean, where operations are transactional and there are several transaction managers and none is primary.
 * @param schema What is done about the tables at start-up.
 * @param table Where the records are; a schema may stand before it.
 * @param connections How many connections the store may take at once. Leave the pool as many more for everybody else.
 * @param queue How many calls of one kind may wait before more are refused as unavailable.
 * @param batch How many commands share a statement.
 * @param callLimit How long the store waits for the server in one call.
 */
record JdbcProperties(
        @Nullable String dataSource,
        @Nullable String transactionManager,
        SchemaChoice schema,
        String table,
        Integer connections,
        Integer queue,
        Integer batch,
        Duration callLimit) {

    /** What holds where nothing is set; made as the binder makes it. */
    @SuppressWarnings("NullAway")
    static final JdbcProperties DEFAULTS = new JdbcProperties(null, null, null, null, null, null, null, null);

    public JdbcProperties {
        schema = Objects.requireNonNullElse(schema, SchemaChoice.VALIDATE);
        table = Objects.requireNonNullElse(table, "semel_record");
        connections = Objects.requireNonNullElse(connections, 4);
        queue = Objects.requireNonNullElse(queue, 10_000);
        batch = Objects.requireNonNullElse(batch, 512);
        callLimit = Objects.requireNonNullElse(callLimit, Duration.ofSeconds(5));
    }
}
