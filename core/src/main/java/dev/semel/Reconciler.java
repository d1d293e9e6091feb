// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.util.concurrent.CompletionStage;

/**
 * Finds out what an attempt did whose outcome nobody knows, by asking the downstream: the payment provider's status
 * query, a ledger, an order table. Must be safe for use by several threads. It runs on the engine's executor, while the
 * engine holds the key's lease, so that one reconciler runs at a time.
 */
@FunctionalInterface
public interface Reconciler {

    /**
     * Answers what happened. An exception, or no answer within the time limit, counts as {@link Reconciliation#unknown}.
     */
    CompletionStage<Reconciliation> reconcile(Doubt doubt) throws Exception;
}
