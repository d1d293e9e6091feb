// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.state.ClaimId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Transactional completion")
class TransactionsTest {

    private static Shop shop;

    @BeforeAll
    static void open() {
        shop = Shop.onPostgresql();
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static Sighting find(Intent intent) {
        return shop.store().find(intent.recordId()).toCompletableFuture().join().orElseThrow();
    }

    private static State state(Intent intent) {
        return find(intent).record().state();
    }

    private static String replayed(Intent intent) throws InterruptedException {
        return new String(
                ((Admission.Replay) shop.admit(intent)).answer().saved().toBytes(),
                java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("R22: business rows and the answer are committed together")
    void committed() throws Exception {
        Intent intent = Shop.intent();

        Transacted transacted = shop.transactions().run(shop.run(intent), Shop.charge(intent));

        assertThat(transacted.completion()).isInstanceOf(Completion.Recorded.class);
        assertThat(shop.charges(intent)).isEqualTo(1);
        assertThat(replayed(intent)).isEqualTo("paid");
    }

    @Test
    @DisplayName("R22: an exception rolls the rows back, frees the key, and the next attempt runs")
    void rolledBack() throws Exception {
        Intent intent = Shop.intent();
        Ticket ticket = shop.run(intent);

        assertThatThrownBy(() -> shop.transactions().run(ticket, transaction -> {
                    Shop.insert(transaction, intent);
                    throw new IllegalStateException("no stock");
                }))
                .hasMessage("no stock");

        assertThat(shop.charges(intent)).isZero();
        assertThat(state(intent)).isEqualTo(State.RELEASED);
        shop.transactions().run(shop.run(intent), Shop.charge(intent));
        assertThat(shop.charges(intent)).isEqualTo(1);
    }

    @Test
    @DisplayName("R22: a known failure rolls the rows back and is saved on its own")
    void knownFailure() throws Exception {
        Intent intent = Shop.intent();

        Transacted transacted = shop.transactions().run(shop.run(intent), transaction -> {
            Shop.insert(transaction, intent);
            return Outcome.failed(Shop.saved("card declined"));
        });

        assertThat(transacted.completion()).isInstanceOf(Completion.Recorded.class);
        assertThat(shop.charges(intent)).isZero();
        assertThat(replayed(intent)).isEqualTo("card declined");
    }

    @Test
    @DisplayName("R10, R22: an attempt that lost its lease to another one rolls its rows back and sends nothing")
    void lostFence() throws Exception {
        Intent intent = Shop.intent();
        Ticket zombie = shop.run(intent);
        shop.lapse();
        Ticket successor = shop.run(intent);

        Transacted transacted = shop.transactions().run(zombie, Shop.charge(intent));

        assertThat(transacted.completion()).isInstanceOf(Completion.Lost.class);
        assertThat(transacted.completion().maySend()).isFalse();
        assertThat(shop.charges(intent)).isZero();
        shop.transactions().run(successor, Shop.charge(intent));
        assertThat(shop.charges(intent)).isEqualTo(1);
        assertThat(successor.attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R22: while a transaction completes, retries get a conflict at once, even with the lease lapsed")
    void losersDoNotWait() throws Exception {
        Intent intent = Shop.intent();
        AtomicReference<Admission> early = new AtomicReference<>();
        AtomicReference<Admission> late = new AtomicReference<>();
        Transactions transactions = Transactions.of(shop.store(), work -> {
            TransactionRunner.over(shop.pool()).run(transaction -> {
                work.in(transaction);
                // The row is written and locked, and the transaction open: this is the moment that others wait in.
                early.set(shop.admit(intent));
            });
        });

        transactions.run(shop.run(intent), Shop.charge(intent));

        assertThat(early.get()).isInstanceOf(Admission.Conflict.class);
        Intent slow = Shop.intent();
        Ticket ticket = shop.run(slow);
        shop.lapse();
        Transactions slowly = Transactions.of(shop.store(), work -> {
            TransactionRunner.over(shop.pool()).run(transaction -> {
                work.in(transaction);
                late.set(shop.admit(slow));
            });
        });
        assertThat(slowly.run(ticket, Shop.charge(slow)).completion()).isInstanceOf(Completion.Recorded.class);
        assertThat(late.get()).isInstanceOf(Admission.Conflict.class);
        assertThat(shop.charges(slow)).isEqualTo(1);
    }

    @Test
    @DisplayName("R9, R22: a renewal that meets a completing row does not stall the others")
    void renewalsDoNotWait() throws Exception {
        Intent completing = Shop.intent();
        Intent other = Shop.intent();
        Ticket ticket = shop.run(completing);
        shop.run(other);
        AtomicReference<List<RenewAnswer>> renewed = new AtomicReference<>();

        Transactions.of(shop.store(), work -> {
                    TransactionRunner.over(shop.pool()).run(transaction -> {
                        work.in(transaction);
                        renewed.set(shop.store()
                                .renew(List.of(renewal(completing), renewal(other)))
                                .toCompletableFuture()
                                .join());
                    });
                })
                .run(ticket, Shop.charge(completing));

        assertThat(renewed.get()).containsExactly(RenewAnswer.UNKNOWN, RenewAnswer.RENEWED);
    }

    private static Renewal renewal(Intent intent) {
        ClaimId claim = find(intent).record().claimId();
        return new Renewal(intent.recordId(), 1, claim, Duration.ofMinutes(1), Duration.ofHours(24));
    }

    @Test
    @DisplayName("R22: a commit whose answer got lost is found out to have happened")
    void commitAnswerLost() throws Exception {
        Intent intent = Shop.intent();
        Transactions transactions = Transactions.of(shop.store(), work -> {
            TransactionRunner.over(shop.pool()).run(work);
            throw new SQLException("the connection broke while the commit was answered", "08006");
        });

        Transacted transacted = transactions.run(shop.run(intent), Shop.charge(intent));

        assertThat(transacted.completion()).isInstanceOf(Completion.Recorded.class);
        assertThat(shop.charges(intent)).isEqualTo(1);
        assertThat(replayed(intent)).isEqualTo("paid");
    }

    @Test
    @DisplayName("R22: a commit that never arrived is found out not to have happened: the key is free")
    void commitLost() throws Exception {
        Intent intent = Shop.intent();
        Ticket ticket = shop.run(intent);
        Transactions transactions = Transactions.of(shop.store(), TransactionsTest::losesItsCommit);

        assertThatThrownBy(() -> transactions.run(ticket, Shop.charge(intent))).isInstanceOf(SQLException.class);

        assertThat(shop.charges(intent)).isZero();
        assertThat(state(intent)).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R20, R22: nor does it pass for one that happened where the record still has an older answer")
    void commitLostBesideOlderAnswer() throws Exception {
        Intent older = Shop.intent();
        shop.transactions().run(shop.run(older), Shop.charge(older));
        Intent newer = new Intent(
                Operation.named(older.operation().name())
                        .version(1, OlderAnswer.rerun())
                        .build(),
                older.tenant(),
                older.key(),
                older.fingerprint());
        Ticket ticket = shop.run(newer);

        assertThatThrownBy(() -> Transactions.of(shop.store(), TransactionsTest::losesItsCommit)
                        .run(ticket, Shop.charge(newer)))
                .isInstanceOf(SQLException.class);

        assertThat(shop.charges(newer)).isEqualTo(1);
        assertThat(state(newer)).isEqualTo(State.COMPLETED);
    }

    private static void losesItsCommit(TransactionRunner.Work work) throws Exception {
        try (Connection connection = shop.pool().getConnection()) {
            connection.setAutoCommit(false);
            work.in(connection);
            connection.abort(Runnable::run);
            throw new SQLException("the connection broke before the commit arrived", "08006");
        }
    }

    @Test
    @DisplayName(
            "R22: what a commit's failure means is said by the work: a known failure is saved, and nothing is thrown")
    void commitFailureIsKnown() throws Exception {
        Intent intent = Shop.intent();
        TransactionalWork work = new TransactionalWork() {
            @Override
            public Outcome run(Connection transaction) throws Exception {
                return Shop.charge(intent).run(transaction);
            }

            @Override
            public Outcome rolledBack(Throwable failure) {
                return Outcome.failed(Shop.saved("sold out"));
            }
        };

        Transacted transacted =
                Transactions.of(shop.store(), TransactionsTest::losesItsCommit).run(shop.run(intent), work);

        assertThat(transacted.outcome()).isInstanceOf(Outcome.Failed.class);
        assertThat(shop.charges(intent)).isZero();
        assertThat(replayed(intent)).isEqualTo("sold out");
    }

    @Test
    @DisplayName("R22: an answer that was rolled back is not told by a runner that tries again and then ends otherwise")
    void triedAgain() throws Exception {
        Intent intent = Shop.intent();
        AtomicReference<Outcome> next = new AtomicReference<>(Shop.paid());
        Transactions transactions = Transactions.of(shop.store(), work -> {
            try (Connection connection = shop.pool().getConnection()) {
                connection.setAutoCommit(false);
                work.in(connection);
                connection.rollback();
            }
            TransactionRunner.over(shop.pool()).run(work);
        });

        Transacted transacted = transactions.run(
                shop.run(intent), transaction -> next.getAndSet(Outcome.failed(Shop.saved("card declined"))));

        assertThat(transacted.completion()).isInstanceOf(Completion.Recorded.class);
        assertThat(replayed(intent)).isEqualTo("card declined");
    }

    @Test
    @DisplayName("R22: a connection in autocommit is refused, since there is no transaction to be part of")
    void autocommitIsRefused() throws Exception {
        Intent intent = Shop.intent();
        Ticket ticket = shop.run(intent);
        try (Connection connection = shop.pool().getConnection()) {
            assertThatThrownBy(() -> shop.store()
                            .completeWithin(
                                    connection, ticket.ending(Shop.paid()).orElseThrow()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("autocommit");
        }
        ticket.release();
    }
}
