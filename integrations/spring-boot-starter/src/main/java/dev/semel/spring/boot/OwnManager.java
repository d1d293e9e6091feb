// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.TransactionManagementConfigurer;
import org.springframework.util.StringUtils;

/**
 * The manager that a method's own {@code @Transactional} means, found as Spring finds it. Another one than that of the records commits
 * when the method returns: its rows would stand whatever becomes of the answer, and a retry would write them again (R22).
 */
final class OwnManager {

    private final ListableBeanFactory beans;
    private final JdbcProperties properties;

    /** Asks the factory of a context: qualifiers of {@code @Bean} methods are seen there alone. */
    OwnManager(ListableBeanFactory beans, JdbcProperties properties) {
        this.beans = beans instanceof ConfigurableApplicationContext context ? context.getBeanFactory() : beans;
        this.properties = properties;
    }

    /** Refuses another one than that of the records. The qualifier is what the annotation says, or empty. */
    void check(String operation, String qualifier, Class<?> type, String place) {
        if (find(qualifier, type) != SpringTransactions.manager(operation, beans, properties)) {
            throw new SetupException(
                    "@Idempotent at " + place + " is transactional, and the method's own @Transactional "
                            + (qualifier.isEmpty() ? "" : "names '" + qualifier + "' and ")
                            + "does not mean the transaction manager of the records: what it writes would not be committed"
                            + " together with its answer.",
                    "Name that manager in @Transactional, or name the manager of what the method writes in"
                            + " semel.jdbc.transaction-manager. Or take transactional away.");
        }
    }

    private @Nullable TransactionManager find(String qualifier, Class<?> type) {
        String named = resolved(qualifier);
        if (StringUtils.hasText(named)) {
            return qualified(named).orElse(null);
        }
        String ofType = BeanFactoryAnnotationUtils.getQualifierValue(type);
        return (StringUtils.hasText(ofType) ? qualified(ofType) : Optional.<TransactionManager>empty())
                .orElseGet(this::usual);
    }

    private @Nullable String resolved(String qualifier) {
        return beans instanceof ConfigurableBeanFactory factory ? factory.resolveEmbeddedValue(qualifier) : qualifier;
    }

    private Optional<TransactionManager> qualified(String qualifier) {
        try {
            return Optional.of(
                    BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, qualifier));
        } catch (NoSuchBeanDefinitionException e) {
            return Optional.empty();
        }
    }

    /** None where nobody could tell. */
    private @Nullable TransactionManager usual() {
        TransactionManagementConfigurer chosen =
                beans.getBeanProvider(TransactionManagementConfigurer.class).getIfAvailable();
        return chosen == null
                ? beans.getBeanProvider(TransactionManager.class).getIfUnique()
                : chosen.annotationDrivenTransactionManager();
    }
}
