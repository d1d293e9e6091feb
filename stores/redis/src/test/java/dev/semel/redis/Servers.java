// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.servers.RedisProcess;

/** The server of all tests that need nothing special. */
final class Servers {

    private Servers() {}

    static String single() {
        return RedisProcess.shared();
    }
}
