// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import java.util.List;

/**
 * What became of an order.
 *
 * @param id its id
 * @param charges what was taken for it
 * @param refunds what was given back
 */
record Order(String id, List<Charge> charges, List<Refund> refunds) {}
