// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

/**
 * Money that was taken.
 *
 * @param id the provider's id of it
 * @param order what it pays
 * @param amount in the smallest unit of the currency
 * @param currency three letters
 */
record Charge(String id, String order, long amount, String currency) {}
