// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

/**
 * What is asked back of a charge.
 *
 * @param amount in the smallest unit of the charge's currency
 */
record RefundRequest(long amount) {

    RefundRequest {
        if (amount <= 0) {
            throw new IllegalArgumentException("a refund gives something back");
        }
    }
}
