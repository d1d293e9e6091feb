// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.Admission;
import dev.semel.Codec;
import dev.semel.Execution;
import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Tenant;
import dev.semel.key.InvalidKeyException;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.PolicyCustomizer;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import dev.semel.testkit.RunsOnce;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionSynchronizationManager;

@Tag("http")
@DisplayName("R33: an annotated method of a bean that is no controller")
class BeanCallsTest {

    private static Booted booted;
    private static InvoicesBean invoices;
    private static MovesBean moves;

    private final String key = "order-" + System.nanoTime();

    @BeforeAll
    static void start() {
        booted = Booted.of(Booted.Plain.class, Office.class).run();
        invoices = booted.bean(InvoicesBean.class);
        moves = booted.bean(MovesBean.class);
    }

    @AfterAll
    static void end() {
        booted.close();
    }

    @BeforeEach
    void nothingDone() {
        invoices.runs().set(0);
        invoices.during(run -> "nothing");
    }

    @Test
    @DisplayName("runs once, also when called at once, and every caller gets the first value")
    void runsOnce() {
        RunsOnce.that(
                        () -> invoices.send(invoice("10.50")),
                        () -> invoices.runs().get())
                .whenCalledTwice();
        InvoicesBean.Invoice other = new InvoicesBean.Invoice(key + "b", BigDecimal.ONE, Map.of());
        RunsOnce.that(() -> sent(other), () -> invoices.runs().get())
                .busyWhen(Optional::isEmpty)
                .whenCalledAtOnce(8);
    }

    /** Empty for a caller who is told that another call runs. */
    private static Optional<InvoicesBean.Receipt> sent(InvoicesBean.Invoice invoice) {
        try {
            return Optional.of(invoices.send(invoice));
        } catch (Execution.NotAnsweredException e) {
            assertThat(e.execution()).isInstanceOf(Execution.NotRun.class);
            return Optional.empty();
        }
    }

    private InvoicesBean.Invoice invoice(String amount) {
        return new InvoicesBean.Invoice(key, new BigDecimal(amount), Map.of("a", "1", "b", "2"));
    }

    @Test
    @DisplayName(
            "R6, R26: refuses other arguments under the same key; the order of a map's entries makes no difference")
    void otherArguments() {
        InvoicesBean.Receipt first = invoices.send(invoice("10.50"));
        Map<String, String> turned = new LinkedHashMap<>();
        turned.put("b", "2");
        turned.put("a", "1");

        assertThat(invoices.send(new InvoicesBean.Invoice(key, new BigDecimal("10.50"), turned)))
                .isEqualTo(first);
        assertThat(notRun(() -> invoices.send(invoice("10.51")))).isInstanceOf(Admission.Mismatch.class);
        assertThat(invoices.runs()).hasValue(1);
    }

    @Test
    @DisplayName("R6: refuses an argument of another kind that has the same members, wherever it stands")
    void otherKinds() {
        MovesBean.Charge charge = new MovesBean.Charge(5);
        MovesBean.Refund refund = new MovesBean.Refund(5);

        assertThat(moves.one(key, charge)).isEqualTo(moves.one(key, charge));
        assertThat(notRun(() -> moves.one(key, refund))).isInstanceOf(Admission.Mismatch.class);
        moves.all(key, List.of(charge), Map.of("a", charge));
        assertThat(notRun(() -> moves.all(key, List.of(refund), Map.of("a", charge))))
                .isInstanceOf(Admission.Mismatch.class);
        assertThat(notRun(() -> moves.all(key, List.of(charge), Map.of("a", refund))))
                .isInstanceOf(Admission.Mismatch.class);
        moves.paged(key, new MovesBean.Page<>(List.of(charge)));
        assertThat(notRun(() -> moves.paged(key, new MovesBean.Page<>(List.of(refund)))))
                .isInstanceOf(Admission.Mismatch.class);
        moves.told(key, charge);
        assertThat(notRun(() -> moves.told(key, refund))).isInstanceOf(Admission.Mismatch.class);
    }

    @Test
    @DisplayName("R6: refuses an argument that differs only in what its declared type does not have")
    void moreThanDeclared() {
        moves.of(key, new MovesBean.Member(1, "gold"));

        assertThat(moves.of(key, new MovesBean.Member(1, "gold"))).isEqualTo(1);
        assertThat(notRun(() -> moves.of(key, new MovesBean.Member(1, "lead")))).isInstanceOf(Admission.Mismatch.class);
    }

    @Test
    @DisplayName("gives values back as the types that they were: none, Optional, lists of maps, numbers")
    void values() {
        invoices.nothing(key);
        invoices.nothing(key);
        assertThat(invoices.perhaps(key, true))
                .isEqualTo(invoices.perhaps(key, true))
                .isPresent();
        assertThat(invoices.perhaps(key + "b", false))
                .isEqualTo(invoices.perhaps(key + "b", false))
                .isEmpty();
        assertThat(invoices.list(key)).isEqualTo(invoices.list(key));
        assertThat(invoices.number(key)).isEqualTo(invoices.number(key));

        assertThat(invoices.runs()).hasValue(5);
    }

    @Test
    @DisplayName("gives values back as the kinds that they were, in lists, maps and other generics, too")
    void valuesOfKinds() {
        MovesBean.MoveStorage storage = booted.bean(MovesBean.MoveStorage.class);

        assertThat(moves.latest(key)).isEqualTo(moves.latest(key)).contains(new MovesBean.Refund(7));
        assertThat(moves.list(key)).isEqualTo(moves.list(key)).hasSize(2);
        assertThat(moves.named(key)).isEqualTo(moves.named(key)).hasSize(1);
        assertThat(moves.page(key)).isEqualTo(moves.page(key));
        assertThat(storage.stored(key, new MovesBean.Charge(5)))
                .isEqualTo(storage.stored(key, new MovesBean.Charge(5)))
                .containsExactly(new MovesBean.Charge(5));
    }

    @Test
    @DisplayName("R23: keeps tenants apart, and compares what its payload says")
    void tenants() {
        int first = invoices.ofTenant(key, "one", 5, "a note");

        assertThat(invoices.ofTenant(key, "one", 5, "another note")).isEqualTo(first);
        assertThat(invoices.ofTenant(key, "two", 5, "a note")).isNotEqualTo(first);
        assertThat(notRun(() -> invoices.ofTenant(key, "one", 6, "a note"))).isInstanceOf(Admission.Mismatch.class);
    }

    @Test
    @DisplayName("knows its attempt, as an argument and by a bean; outside of it there is none to know")
    void context() {
        assertThat(invoices.context(key, null)).isEqualTo("invoices.context 1 true");
        assertThat(invoices.send(invoice("1")).attempt()).isEqualTo(1);
        assertThatThrownBy(() -> booted.bean(IdempotencyContext.class).attempt())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing protected runs");
    }

    @Test
    @DisplayName("R15: that throws is in doubt, and runs again as attempt 2; its exception comes as it is")
    void throwing() {
        invoices.during(run -> {
            if (run == 1) {
                throw new UnsupportedOperationException("no mail today");
            }
            return run;
        });

        assertThatThrownBy(() -> invoices.send(invoice("1")))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("no mail today");
        assertThat(state("invoices.send")).isEqualTo(State.IN_DOUBT);
        assertThat(invoices.send(invoice("1")).attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R16: that holds what is in doubt says so by the engine's own exception, and does not run")
    void held() {
        invoices.during(run -> {
            throw new UnsupportedOperationException("no answer from the bank");
        });

        assertThatThrownBy(() -> invoices.held(key)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(notRun(() -> invoices.held(key))).isInstanceOf(Admission.Held.class);
        assertThat(invoices.runs()).hasValue(1);
    }

    @Test
    @DisplayName("R15: whose exception is a known failure by the operation's classifier is not run again")
    void knownFailure() {
        invoices.during(run -> {
            throw new IllegalArgumentException("no such customer");
        });

        assertThatThrownBy(() -> invoices.send(invoice("1"))).isInstanceOf(IllegalArgumentException.class);
        Execution.NotAnsweredException retry =
                catchThrowableOfType(Execution.NotAnsweredException.class, () -> invoices.send(invoice("1")));

        assertThat(retry.execution().answered().orElseThrow().success()).isFalse();
        assertThat(invoices.runs()).hasValue(1);
    }

    @Test
    @DisplayName("R28: waits for the call that runs, and gets its value")
    void waits() throws Exception {
        CompletableFuture<Void> inside = new CompletableFuture<>();
        CompletableFuture<String> outcome = new CompletableFuture<>();
        invoices.during(run -> {
            inside.complete(null);
            return outcome.join();
        });
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> invoices.waits(key));
        inside.get(20, TimeUnit.SECONDS);
        CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> invoices.waits(key));
        outcome.complete("done");

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(invoices.runs()).hasValue(1);
    }

    @Test
    @DisplayName("R19: whose value cannot be saved is not run again, and later callers are told")
    void unsaved() {
        assertThat(invoices.unsaved(key)).isNotNull();

        assertThatThrownBy(() -> invoices.unsaved(key)).isInstanceOf(Execution.NotAnsweredException.class);
        assertThat(invoices.runs()).hasValue(1);
    }

    @Test
    @DisplayName("R24: does not run without a key, or with one that is none, unless the key is optional")
    void noKey() {
        assertThatThrownBy(() -> invoices.number(null))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("invoices.number");
        assertThatThrownBy(() -> invoices.number(" ")).isInstanceOf(InvalidKeyException.class);
        assertThat(invoices.runs()).hasValue(0);

        assertThat(invoices.perhapsKey(null)).isEqualTo(1);
        assertThat(invoices.perhapsKey(null)).isEqualTo(2);
    }

    @Test
    @DisplayName("is not protected from its own bean: such a call passes no proxy, as everywhere in Spring")
    void selfInvocation() {
        assertThat(invoices.numberTwice(key)).isEqualTo(2);
    }

    @Test
    @DisplayName("T20: does not run within a transaction of its caller's, whose rollback would not take its value back")
    void ambientTransaction() {
        TransactionSynchronizationManager.setActualTransactionActive(true);
        try {
            assertThatThrownBy(() -> invoices.number(key))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("within a transaction");
        } finally {
            TransactionSynchronizationManager.setActualTransactionActive(false);
        }
        assertThat(invoices.runs()).hasValue(0);
    }

    @Test
    @DisplayName("is one of the operations that the application knows")
    void known() {
        assertThat(booted.bean(KnownOperations.class).operations())
                .extracting(operation -> operation.name())
                .contains("invoices.send", "invoices.held");
    }

    private static Admission notRun(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        Execution execution =
                catchThrowableOfType(Execution.NotAnsweredException.class, call).execution();
        return ((Execution.NotRun) execution).admission();
    }

    private State state(String operation) {
        RecordId id = new RecordId(Tenant.sole(), operation, new IdempotencyKey(key));
        return booted.bean(IdempotencyStore.class)
                .find(id)
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .state();
    }

    @Configuration(proxyBeanMethods = false)
    static class Office {

        @Bean
        InvoicesBean invoices(IdempotencyContext current) {
            return new InvoicesBean(current);
        }

        @Bean
        MovesBean moves() {
            return new MovesBean();
        }

        @Bean
        MovesBean.MoveStorage storage() {
            return new MovesBean.MoveStorage();
        }

        @Bean
        PolicyCustomizer failures() {
            return new PolicyCustomizer() {
                @Override
                public void customize(String name, OperationBuilder operation) {
                    operation.classifier(failure -> failure instanceof IllegalArgumentException
                            ? Outcome.failed(Codec.UTF_8.save("known"))
                            : Outcome.inDoubt());
                }
            };
        }
    }
}
