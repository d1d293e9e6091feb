// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transaction that a caller has open. */
final class AmbientTransaction {

    private AmbientTransaction() {}

    /** Its value would be saved at once, and stay when the caller's transaction, and with it the work, is rolled back (T20). */
    static void refuse(String operation) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("the operation " + operation
                    + " was called within a transaction, and does not run: its value would stand even if that transaction is"
                    + " rolled back. Call it outside, or make it transactional, which gives it a transaction of its own; see"
                    + " docs/spring.md#methods-of-other-beans");
        }
    }
}
