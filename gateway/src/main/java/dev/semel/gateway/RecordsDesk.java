// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;

/** Where the command line asks the console's API: at a gateway, or at a file that nobody has open. Used by one thread. */
interface RecordsDesk extends AutoCloseable {

    /** Asks, and gets a JSON object. */
    JsonObject ask(String path, JsonObject question);

    /** What whoever looks for a hash in vain should know of hashes here. */
    String aboutHashes();

    @Override
    void close();
}
