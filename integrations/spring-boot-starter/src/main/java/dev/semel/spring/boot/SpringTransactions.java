// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.http.Transacting;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.TransactionalWork;
import dev.semel.jdbc.Transactions;
import dev.semel.seal.SealedStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Transactional;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions of the application's own manager. Each is new, so that it has ended for certain when the answer is sent; what
 * the handler calls with {@code @Transactional} joins it. Safe for use by several threads.
 */
final class SpringTransactions {

    private final String operation;
    private final PlatformTransactionManager manager;
    private final Transactional<Connection> store;
    private final DataSource dataSource;

    private SpringTransactions(
            String operation,
            PlatformTransactionManager manager,
            Transactional<Connection> store,
            DataSource dataSource) {
        this.operation = operation;
        this.manager = manager;
        this.store = store;
        this.dataSource = plain(dataSource);
    }

    /** The application's transactions on the data source of the records, tried once; refuses where there are none. */
    static Transacting find(String operation, ListableBeanFactory beans, JdbcProperties properties) {
        IdempotencyStore store = beans.getBean(IdempotencyStore.class);
        DataSource records = records(operation, SealedStore.within(store));
        return new SpringTransactions(operation, manager(operation, beans, properties), transactional(store), records)
                .checked();
    }

    /** Answers go through the store as the application has it: a sealed one seals them in the transaction, too. */
    @SuppressWarnings("unchecked")
    private static Transactional<Connection> transactional(IdempotencyStore store) {
        // What it seals is a JdbcStore, and a sealed store has the transactions of the one inside.
        return (Transactional<Connection>) store;
    }

    private static DataSource records(String operation, IdempotencyStore store) {
        if (store instanceof JdbcStore records) {
            return records.dataSource();
        }
        throw new SetupException(
                "The operation '" + operation + "' is transactional, and its records are kept in "
                        + Names.of(store.getClass()) + ", which takes no part in transactions.",
                "Keep the records in the database of the transactions, PostgreSQL, MariaDB or MySQL: see semel.store. Or take"
                        + " transactional away.");
    }

    /** That of the records; refuses where it is not known. */
    static PlatformTransactionManager manager(String operation, ListableBeanFactory beans, JdbcProperties properties) {
        String name = properties.transactionManager();
        PlatformTransactionManager found = name == null
                ? beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique()
                : named(name, beans);
        if (found == null) {
            List<String> there = List.of(beans.getBeanNamesForType(PlatformTransactionManager.class));
            throw new SetupException(
                    "The operation '" + operation
                            + "' is transactional, and it is not known which transaction manager is"
                            + " meant. There are: " + there + ".",
                    "Define a DataSourceTransactionManager or JpaTransactionManager. Where there are several, name that of the"
                            + " records' data source in semel.jdbc.transaction-manager.");
        }
        return found;
    }

    private static @Nullable PlatformTransactionManager named(String name, ListableBeanFactory beans) {
        boolean fits = beans.containsBean(name) && beans.isTypeMatch(name, PlatformTransactionManager.class);
        return fits ? beans.getBean(name, PlatformTransactionManager.class) : null;
    }

    private Transacting checked() {
        if (!beginsOnDataSource()) {
            throw new SetupException(
                    "The operation '" + operation + "' is transactional, and the transaction manager "
                            + Names.of(manager.getClass())
                            + " begins no transactions on the data source of the records.",
                    "Name the manager of that data source in semel.jdbc.transaction-manager, or the manager's data source in"
                            + " semel.jdbc.data-source. Managers of other resources, JTA included, cannot be used.");
        }
        return this::run;
    }

    private Completion run(Ticket ticket, Transacting.Work work) throws Exception {
        SpringTransaction transaction = new SpringTransaction(manager, definition(), dataSource);
        TransactionalWork here = new TransactionalWork() {
            @Override
            public Outcome run(Connection connection) {
                return work.run(transaction::check);
            }

            @Override
            public Outcome rolledBack(Throwable failure) {
                return work.rolledBack(failure);
            }
        };
        return Transactions.of(store, transaction).run(ticket, here).completion();
    }

    private static DataSource plain(DataSource dataSource) {
        return dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? plain(proxy.getTargetDataSource())
                : dataSource;
    }

    private boolean beginsOnDataSource() {
        TransactionStatus status = manager.getTransaction(definition());
        try {
            return TransactionSynchronizationManager.hasResource(dataSource);
        } finally {
            manager.rollback(status);
        }
    }

    private TransactionDefinition definition() {
        DefaultTransactionDefinition definition =
                new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        definition.setName("semel: " + operation);
        return definition;
    }
}
