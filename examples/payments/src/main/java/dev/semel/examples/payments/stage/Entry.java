// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of the provider's ledger. Final once it is written.
 *
 * @param id the provider's id, empty until it is written
 * @param kind charge or refund
 * @param refusal why no money moved; none if it did
 * @param order what a charge pays
 * @param charge what a refund gives back
 * @param amount in the smallest unit of the currency
 * @param currency of a charge
 * @param key what the client sent to be recognised by
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Entry(
        String id,
        Kind kind,
        @Nullable String refusal,
        @Nullable String order,
        @Nullable String charge,
        long amount,
        @Nullable String currency,
        @Nullable String key) {

    enum Kind {
        CHARGE,
        REFUND
    }

    boolean moved() {
        return refusal == null;
    }

    String words() {
        String what = kind == Kind.CHARGE ? amount + " " + currency + " for " + order : amount + " back of " + charge;
        return id + ": " + what + (moved() ? "" : ", refused");
    }

    boolean isCharge() {
        return kind == Kind.CHARGE && moved();
    }

    Entry written(String number, @Nullable String why) {
        return new Entry(number, kind, why, order, charge, amount, currency, key);
    }

    /** What a refund takes from a charge, as a negative number. */
    long takesFrom(@Nullable String other) {
        return kind == Kind.REFUND && Objects.equals(charge, other) ? -amount : 0;
    }

    /** Whether another request under the same key is the same request. */
    boolean asks(Entry other) {
        return kind == other.kind
                && amount == other.amount
                && Objects.equals(order, other.order)
                && Objects.equals(charge, other.charge)
                && Objects.equals(currency, other.currency);
    }
}
