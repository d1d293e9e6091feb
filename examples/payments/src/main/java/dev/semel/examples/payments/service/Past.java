// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the provider did when it was asked, as it tells it later.
 *
 * @param refusal why it did nothing; none if it did
 * @param id its id
 * @param order what a charge paid
 * @param charge what a refund gave back
 * @param amount in the smallest unit of the currency
 * @param currency of a charge
 */
record Past(
        @Nullable String refusal,
        String id,
        @Nullable String order,
        @Nullable String charge,
        long amount,
        @Nullable String currency) {

    Charge asCharge() {
        return new Charge(id, Objects.requireNonNull(order), amount, Objects.requireNonNull(currency));
    }

    Refund asRefund() {
        return new Refund(id, Objects.requireNonNull(charge), amount);
    }
}
