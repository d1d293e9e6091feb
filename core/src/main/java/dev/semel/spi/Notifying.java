// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.state.RecordId;
import java.util.function.Consumer;

/** A store that can tell that an attempt has ended somewhere, so that waiting callers look at once (R28). */
public interface Notifying {

    /**
     * Calls the listener, on any thread, when an attempt has ended. Notices may be missing, late, doubled or wrong: they
     * are hints to look, never facts. Closing the subscription ends them.
     */
    Subscription onEnded(Consumer<RecordId> listener);

    /** Ends a subscription when closed; closing it again does nothing. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
