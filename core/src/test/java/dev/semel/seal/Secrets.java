// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import java.util.Random;

/** Secrets for tests: random enough to be taken, and the same in each run. */
final class Secrets {

    private Secrets() {}

    static byte[] bytes(int seed) {
        byte[] bytes = new byte[32];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static SealingKey key(String id, int seed) {
        return SealingKey.of(id, bytes(seed));
    }
}
