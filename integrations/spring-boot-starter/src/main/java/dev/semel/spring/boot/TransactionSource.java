// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.Transacting;
import java.lang.reflect.Method;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Where the transactions of operations come from that save their answers in them (R22). */
interface TransactionSource {

    /** Refuses: nobody could put a transaction around these handlers. */
    TransactionSource NONE = new TransactionSource() {
        @Override
        public Transacting of(String operation) {
            throw new SetupException(
                    "The operation '" + operation + "' is transactional, and its handlers do not run on one thread.",
                    "Take transactional away: a transaction cannot be put around reactive and asynchronous handlers. What such"
                            + " a handler did is in doubt when it fails; a Reconciler can find it out.");
        }

        @Override
        public void check(String operation, Method method, Class<?> type, String place) {
            // There is none that could be joined.
        }
    };

    /** The transactions of an operation; refuses where they cannot work. */
    Transacting of(String operation);

    /** Refuses a method whose own {@code @Transactional} would not join them. */
    void check(String operation, Method method, Class<?> type, String place);

    /** Those of the application's transaction manager. It is looked for when an operation asks, and not before. */
    static TransactionSource of(ListableBeanFactory beans, JdbcProperties properties) {
        return new TransactionSource() {
            @Override
            public Transacting of(String operation) {
                requireJdbc(operation);
                return SpringTransactions.find(operation, beans, properties);
            }

            @Override
            public void check(String operation, Method method, Class<?> type, String place) {
                JoinedTransaction.check(method, type, place).ifPresent(qualifier -> {
                    requireJdbc(operation);
                    new OwnManager(beans, properties).check(operation, qualifier, type, place);
                });
            }
        };
    }

    private static void requireJdbc(String operation) {
        if (!ClassUtils.isPresent("org.springframework.jdbc.datasource.DataSourceUtils", null)) {
            throw new SetupException(
                    "The operation '" + operation + "' is transactional, and there is no spring-jdbc.",
                    "Add spring-boot-starter-jdbc or spring-boot-starter-data-jpa, or take transactional away.");
        }
    }
}
