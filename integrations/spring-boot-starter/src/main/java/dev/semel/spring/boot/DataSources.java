// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/** The application's data sources, and which of them can keep records. */
final class DataSources {

    private static final String ADD_ONE = "Configure spring.datasource.url, or define a DataSource bean.";

    private final ConfigurableListableBeanFactory beans;
    private final SemelProperties properties;

    DataSources(ConfigurableListableBeanFactory beans, SemelProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    /** The data source, if there is one of a product that can do it. */
    Optional<StoreSource> find() {
        List<String> names = names();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        Named source = only(names);
        return source.kind().map(kind -> source(kind, source));
    }

    /** The data source as a store of this kind, whatever the driver says of its product. */
    StoreSource of(StoreKind kind) {
        List<String> names = names();
        if (names.isEmpty()) {
            throw new SetupException("semel.store is " + kind.property() + ", and there is no data source.", ADD_ONE);
        }
        return source(kind, only(names));
    }

    StoreSource sqlite() {
        if (properties.sqlite().file() == null && names().isEmpty()) {
            throw new SetupException(
                    "semel.store is sqlite, and nothing says which file.", "Set semel.sqlite.file to a path.");
        }
        return properties.sqlite().file() == null
                ? of(StoreKind.SQLITE)
                : SqliteStores.at(properties.sqlite().file());
    }

    private StoreSource source(StoreKind kind, Named source) {
        if (kind == StoreKind.SQLITE) {
            return properties.sqlite().file() == null
                    ? SqliteStores.beside(source.url())
                    : SqliteStores.at(properties.sqlite().file());
        }
        String description = "the data source '" + source.name + "' (" + kind.property() + ")";
        return new StoreSource(kind, description, () -> {
            // So that the pool is closed after the store, which needs it to the end.
            beans.registerDependentBean(source.name, SemelAutoConfiguration.STORE);
            return JdbcStores.open(kind, source.dataSource, properties.jdbc());
        });
    }

    private List<String> names() {
        String chosen = properties.jdbc().dataSource();
        return chosen == null
                ? List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class, true, false))
                : List.of(chosen);
    }

    private Named only(List<String> names) {
        List<String> left = names.size() > 1 ? preferred(names) : names;
        if (left.size() > 1) {
            throw new SetupException(
                    "There are several data sources, and none of them is primary: " + String.join(", ", names) + ".",
                    "Name the one for idempotency records: semel.jdbc.data-source=" + names.get(0)
                            + ". Or choose another store with semel.store.");
        }
        String name = left.get(0);
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, DataSource.class)) {
            throw new SetupException(
                    "semel.jdbc.data-source is '" + name + "', and there is no data source of that name.", ADD_ONE);
        }
        return new Named(name, beans.getBean(name, DataSource.class));
    }

    /** Those that Spring would choose from for a parameter without a qualifier, and of these the context's own. */
    private List<String> preferred(List<String> names) {
        List<String> primary = names.stream().filter(this::isPrimary).toList();
        List<String> ownPrimary =
                primary.stream().filter(beans::containsLocalBean).toList();
        if (primary.size() == 1 || ownPrimary.size() == 1) {
            return primary.size() == 1 ? primary : ownPrimary;
        }
        List<String> usual = names.stream().filter(this::isUsual).toList();
        List<String> own = usual.stream().filter(beans::containsLocalBean).toList();
        return usual.isEmpty() ? names : own.isEmpty() ? usual : own;
    }

    private boolean isPrimary(String name) {
        return Parents.definition(beans, name).filter(BeanDefinition::isPrimary).isPresent();
    }

    private boolean isUsual(String name) {
        return Parents.definition(beans, name).map(DataSources::isUsual).orElse(true);
    }

    private static boolean isUsual(BeanDefinition definition) {
        boolean byDefault = !(definition instanceof AbstractBeanDefinition known) || known.isDefaultCandidate();
        return byDefault && definition.isAutowireCandidate() && !definition.isFallback();
    }

    /** A data source and the name of its bean. */
    private record Named(String name, DataSource dataSource) {

        Optional<StoreKind> kind() {
            String product = ask(connection -> connection.getMetaData().getDatabaseProductName());
            return switch (product.toLowerCase(Locale.ROOT)) {
                case "postgresql" -> Optional.of(StoreKind.POSTGRESQL);
                case "mysql" -> Optional.of(StoreKind.MYSQL);
                case "mariadb" -> Optional.of(StoreKind.MARIADB);
                case "sqlite" -> Optional.of(StoreKind.SQLITE);
                default -> Optional.empty();
            };
        }

        String url() {
            return ask(connection -> connection.getMetaData().getURL());
        }

        private String ask(Question question) {
            try (Connection connection = dataSource.getConnection()) {
                return question.ask(connection);
            } catch (SQLException e) {
                throw new SetupException(
                        "The data source '" + name + "' gives no connection, so that nobody can tell what it is: "
                                + e.getMessage(),
                        "Start the database, or correct the data source's address and credentials. Nothing is kept"
                                + " elsewhere instead: that would be another truth.",
                        e);
            }
        }
    }

    @FunctionalInterface
    private interface Question {
        String ask(Connection connection) throws SQLException;
    }
}
