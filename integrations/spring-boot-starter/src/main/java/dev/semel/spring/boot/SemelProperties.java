// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * What applications set in properties. A name that is not known stops the application: a setting with a typing error would
 * else be a setting that somebody believes in.
 *
 * @param enabled Whether Semel is configured at all.
 * @param store Where records are kept. By default the application's data source or Redis connection, if there is exactly one that can do it.
 * @param developmentMode Whether a store that only this process sees is meant, so that nobody is warned.
 * @param keyHashSecret Secret for the short hashes of keys in logs, at least 16 characters, the same for all processes of a service. Random for each process by default.
 * @param storeTimeout How long the store may take to answer before nothing runs.
 * @param drainTime How long the end of the application waits for running attempts.
 * @param purgeEvery How often expired records are removed from a store that does not forget by itself; 0 for never.
 * @param mostTickets How many attempts may run at once in this process; beyond it requests get 503.
 * @param mostWaiters How many retries may wait at once in this process; beyond it they get a conflict.
 * @param encryption Settings of encryption at rest.
 * @param jdbc Settings of the relational stores.
 * @param sqlite Settings of the store on SQLite.
 * @param redis Settings of the store on Redis.
 * @param http Settings of HTTP.
 * @param issuedKeys Settings of the keys that the application issues.
 * @param console Settings of the console.
 * @param operations Policies by operation; the key is the operation's name, in brackets where it has dots: semel.operations[charges.create].lease.
 */
@ConfigurationProperties(prefix = "semel", ignoreUnknownFields = false)
record SemelProperties(
        Boolean enabled,
        @Nullable StoreKind store,
        boolean developmentMode,
        @Nullable String keyHashSecret,
        Duration storeTimeout,
        Duration drainTime,
        Duration purgeEvery,
        Integer mostTickets,
        Integer mostWaiters,
        @NestedConfigurationProperty EncryptionProperties encryption,
        @NestedConfigurationProperty JdbcProperties jdbc,
        @NestedConfigurationProperty SqliteProperties sqlite,
        @NestedConfigurationProperty RedisProperties redis,
        @NestedConfigurationProperty HttpProperties http,
        @NestedConfigurationProperty IssuedKeysProperties issuedKeys,
        @NestedConfigurationProperty ConsoleProperties console,
        Map<String, OperationProperties> operations) {

    /** Spring gives null for what is not set. Defaults in annotations would cost it a tenth of what Semel adds to a start. */
    public SemelProperties {
        enabled = Objects.requireNonNullElse(enabled, true);
        storeTimeout = Objects.requireNonNullElse(storeTimeout, Duration.ofSeconds(2));
        drainTime = Objects.requireNonNullElse(drainTime, Duration.ofSeconds(30));
        purgeEvery = Objects.requireNonNullElse(purgeEvery, Duration.ofSeconds(30));
        mostTickets = Objects.requireNonNullElse(mostTickets, 100_000);
        mostWaiters = Objects.requireNonNullElse(mostWaiters, 10_000);
        encryption = Objects.requireNonNullElse(encryption, EncryptionProperties.DEFAULTS);
        jdbc = Objects.requireNonNullElse(jdbc, JdbcProperties.DEFAULTS);
        sqlite = Objects.requireNonNullElse(sqlite, SqliteProperties.DEFAULTS);
        redis = Objects.requireNonNullElse(redis, RedisProperties.DEFAULTS);
        http = Objects.requireNonNullElse(http, HttpProperties.DEFAULTS);
        issuedKeys = Objects.requireNonNullElse(issuedKeys, IssuedKeysProperties.DEFAULTS);
        console = Objects.requireNonNullElse(console, ConsoleProperties.DEFAULTS);
        operations = Objects.requireNonNullElse(operations, Map.of());
    }

    /** Refuses settings for operations that are not there: somebody believes in them. */
    void checkThatAllAreUsed(Set<String> names) {
        for (String name : operations.keySet()) {
            if (!names.contains(name)) {
                throw new SetupException(
                        "semel.operations[" + name + "] has settings, and nothing is annotated with that operation.",
                        "Correct the name, in brackets if it has dots or blanks; or give it paths. There are: "
                                + String.join(", ", names) + ".");
            }
        }
    }

    /** Shows nothing: there are secrets in it. */
    @Override
    public String toString() {
        return "SemelProperties[…]";
    }
}
