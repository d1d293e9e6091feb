// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.state.RecordId;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

@Tag("http")
@DisplayName("R23: a bean's method that not everybody may call")
class MethodSecurityTest {

    private static Booted booted;
    private static Vault vault;

    @BeforeAll
    static void start() {
        booted = Booted.of(Booted.Plain.class, Secured.class).run();
        vault = booted.bean(Vault.class);
    }

    @AfterAll
    static void end() {
        booted.close();
    }

    @AfterEach
    void nobody() {
        SecurityContextHolder.clearContext();
    }

    @Test
    @DisplayName("does nothing for who may not, and leaves no record: who may runs it as the first")
    void deniedFirst() {
        String key = Client.newKey();
        int before = vault.runs();

        as("GUEST");
        assertThatThrownBy(() -> vault.open(key)).isInstanceOf(AccessDeniedException.class);
        boolean known = isKnown("vault.open", key);
        as("CLERK");
        String opened = vault.open(key);

        assertThat(known).isFalse();
        assertThat(opened).isEqualTo("run " + (before + 1) + " in a transaction");
    }

    @Test
    @DisplayName("gives its saved value to nobody who may not call it, and to everybody who may")
    void deniedLater() {
        String key = Client.newKey();
        as("CLERK");
        String first = vault.open(key);

        as("GUEST");
        assertThatThrownBy(() -> vault.open(key)).isInstanceOf(AccessDeniedException.class);
        as("CLERK");
        assertThat(vault.open(key)).isEqualTo(first);
    }

    @Test
    @DisplayName("gives a saved value only to who may see it")
    void seen() {
        String key = Client.newKey();
        as("CLERK");
        String first = vault.secret(key);

        as("GUEST");
        assertThatThrownBy(() -> vault.secret(key)).isInstanceOf(AccessDeniedException.class);
        as("CLERK");
        assertThat(vault.secret(key)).isEqualTo(first);
    }

    @Test
    @DisplayName("T20: stops the application where transactions begin before it is decided who may call")
    void transactionsFirst() {
        assertThat(Refusals.ofRun(Booted.of(Booted.Plain.class, TransactionsFirst.class))
                        .getDescription())
                .contains("'vault'", "transactions begin before");
    }

    private static void as(String role) {
        SecurityContextHolder.getContext()
                .setAuthentication(new TestingAuthenticationToken("somebody", "secret", "ROLE_" + role));
    }

    private static boolean isKnown(String operation, String key) {
        return booted.bean(IdempotencyStore.class)
                .find(new RecordId(Tenant.sole(), operation, new IdempotencyKey(key)))
                .toCompletableFuture()
                .join()
                .isPresent();
    }

    /** Its transactions are inside of its attempts. */
    static class Vault {

        private final AtomicInteger runs = new AtomicInteger();

        public int runs() {
            return runs.get();
        }

        @PreAuthorize("hasRole('CLERK')")
        @Transactional
        @Idempotent(operation = "vault.open", key = "#key")
        public String open(String key) {
            boolean transacted = TransactionSynchronizationManager.isActualTransactionActive();
            return "run " + runs.incrementAndGet() + (transacted ? " in a transaction" : " without a transaction");
        }

        @PostAuthorize("hasRole('CLERK')")
        @Idempotent(operation = "vault.secret", key = "#key")
        public String secret(String key) {
            return "run " + runs.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        Vault vault() {
            return new Vault();
        }

        @Bean
        PlatformTransactionManager transactions() {
            return new NoTransactions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @EnableTransactionManagement
    @Import(Beans.class)
    static class Secured {}

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @EnableTransactionManagement(order = 1)
    @Import(Beans.class)
    static class TransactionsFirst {}

    /** Begins and ends them, on nothing. */
    private static final class NoTransactions extends AbstractPlatformTransactionManager {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, org.springframework.transaction.TransactionDefinition definition) {
            // On nothing.
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            // On nothing.
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            // On nothing.
        }
    }
}
