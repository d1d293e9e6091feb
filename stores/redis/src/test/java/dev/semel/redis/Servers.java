// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

/** The server of all tests that need nothing special; {@code SEMEL_REDIS_URL} names another one, Valkey for example. */
final class Servers {

    private static final class Single {
        static final String URI = uri();

        private static String uri() {
            String named = System.getenv("SEMEL_REDIS_URL");
            return named == null ? RedisProcess.start().uri() : named;
        }
    }

    private Servers() {}

    static String single() {
        return Single.URI;
    }
}
