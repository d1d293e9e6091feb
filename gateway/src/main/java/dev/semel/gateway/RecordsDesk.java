// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Where the command line asks the console's API: at a gateway, or at a file that nobody has open. Used by one thread. */
interface RecordsDesk extends AutoCloseable {

    /** Asks, and gets a JSON object. */
    JsonObject ask(String path, JsonObject question);

    /** Leaves the store to those who claim, after a look that took so long and before the next one. */
    void rest(Duration took);

    /** Whether no process works on the records: an attempt that is in progress here was left behind. */
    boolean isLeftAlone();

    /** What whoever looks for a hash in vain should know of hashes here. */
    String aboutHashes();

    /** Where to find out how long an operation keeps its records, if nobody knows it here. */
    String aboutRetention();

    @Override
    void close();
}
