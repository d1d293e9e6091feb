// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

/**
 * What a checkout asks for.
 *
 * @param order what is paid
 * @param amount in the smallest unit of the currency
 * @param currency three letters
 * @param card a token that stands for the card
 */
record ChargeRequest(String order, long amount, String currency, String card) {

    ChargeRequest {
        if (order == null || order.isBlank() || card == null || card.isBlank()) {
            throw new IllegalArgumentException("a charge is for an order, and from a card");
        }
        if (amount <= 0 || currency == null || !currency.matches("[A-Z]{3}")) {
            throw new IllegalArgumentException("a charge has an amount, and a currency of three letters");
        }
    }
}
