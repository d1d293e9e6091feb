// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import dev.semel.spi.IdempotencyStore;
import java.net.URI;

/**
 * A server under test: it listens on a socket, and its handlers let an {@link HttpStage} play. An in-process adapter builds
 * it around an {@link HttpBench}, which has the policies; a proxy is configured to the same effect, and its upstream plays.
 */
public interface HttpHarness extends AutoCloseable {

    /** Where it listens: {@code http://127.0.0.1:8080}, without a path. */
    URI uri();

    /** The records that it reads and writes, never failing: the server's own store, or a second client of it. */
    IdempotencyStore store();

    /** Makes the server's store fail, for its claims, its endings or all, until it is told otherwise. */
    void outage(Outage outage);

    /**
     * Whether an uncaught exception of a handler is saved: false for adapters that see the exception, which are in doubt
     * then; true behind a proxy, which sees a 500 like any other (R15).
     */
    boolean savesWhatThrows();

    @Override
    void close();

    /** What of a store does not work. */
    enum Outage {
        /** All is well. */
        NONE,
        /** Nothing gets through. */
        ALL,
        /** Claims do, and the endings of attempts do not. */
        ENDINGS
    }
}
