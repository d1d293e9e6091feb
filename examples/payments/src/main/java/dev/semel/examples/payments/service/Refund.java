// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

/**
 * Money that was given back.
 *
 * @param id the provider's id of it
 * @param charge the charge it was taken by
 * @param amount in the smallest unit of the charge's currency
 */
record Refund(String id, String charge, long amount) {}
