// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

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
        @DefaultValue("validate") SchemaChoice schema,
        @DefaultValue("semel_record") String table,
        @DefaultValue("4") int connections,
        @DefaultValue("10000") int queue,
        @DefaultValue("512") int batch,
        @DefaultValue("5s") Duration callLimit) {}
