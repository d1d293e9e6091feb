// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import dev.semel.Operation;
import dev.semel.OperationBuilder;

/** Sets of defaults; see docs/settings.md. */
public enum Preset {
    /** The general defaults. */
    GENERAL {
        @Override
        public OperationBuilder begin(String operation) {
            return Operation.named(operation);
        }
    },
    /** For what moves money: held when in doubt, unless a reconciler is there. */
    PAYMENTS {
        @Override
        public OperationBuilder begin(String operation) {
            return Operation.payments(operation);
        }
    },
    /** For receivers of webhooks: kept for an hour, run again when in doubt. */
    WEBHOOKS {
        @Override
        public OperationBuilder begin(String operation) {
            return Operation.webhooks(operation);
        }
    };

    /** Begins an operation with these defaults. */
    public abstract OperationBuilder begin(String operation);
}
