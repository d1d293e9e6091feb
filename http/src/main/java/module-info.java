// SPDX-License-Identifier: Apache-2.0
/** Idempotency for HTTP in plain Java: adapters for servers and proxies translate to it, and nothing more. */
module dev.semel.http {
    requires static org.jspecify;
    requires transitive dev.semel.core;

    exports dev.semel.http;
}
