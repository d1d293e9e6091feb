// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The service's own rows. Whoever learns of a charge first enters it, the handler or the reconciler: so entering it twice is
 * entering it once.
 */
@Repository
class Book {

    private final JdbcClient database;

    Book(JdbcClient database) {
        this.database = database;
    }

    Charge enter(Charge charge) {
        database.sql("INSERT INTO charge (id, order_id, amount, currency)"
                        + " VALUES (:id, :order, :amount, :currency) ON CONFLICT (id) DO NOTHING")
                .paramSource(charge)
                .update();
        return charge;
    }

    Refund enter(Refund refund) {
        database.sql("INSERT INTO refund (id, charge_id, amount)"
                        + " VALUES (:id, :charge, :amount) ON CONFLICT (id) DO NOTHING")
                .paramSource(refund)
                .update();
        return refund;
    }

    boolean knows(String charge) {
        return database.sql("SELECT EXISTS (SELECT 1 FROM charge WHERE id = ?)")
                .param(charge)
                .query(Boolean.class)
                .single();
    }

    /** Known is an order that something was taken for: the service has no other rows about it. */
    Optional<Order> order(String id) {
        List<Charge> charges = database.sql(
                        "SELECT id, order_id AS \"order\", amount, currency FROM charge WHERE order_id = ? ORDER BY id")
                .param(id)
                .query(Charge.class)
                .list();
        return charges.isEmpty() ? Optional.empty() : Optional.of(new Order(id, charges, refunds(id)));
    }

    private List<Refund> refunds(String order) {
        return database.sql("SELECT refund.id, charge_id AS charge, refund.amount FROM refund"
                        + " JOIN charge ON charge.id = charge_id WHERE order_id = ? ORDER BY refund.id")
                .param(order)
                .query(Refund.class)
                .list();
    }
}
