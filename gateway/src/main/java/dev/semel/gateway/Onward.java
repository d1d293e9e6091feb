// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;

/** How a request goes on when somebody has answered: on its own event loop. */
final class Onward {

    private Onward() {}

    /** At once where the answer came on that loop already: waiting for its turn there would be for nothing. */
    static void on(Context context, Runnable next) {
        ((ContextInternal) context).emit(next, Runnable::run);
    }
}
