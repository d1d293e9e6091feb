// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.key.KeyMaker;

/** Keys made before the clock runs: making them is not what is measured. */
final class Keys {

    private Keys() {}

    static String[] uuids(int count) {
        KeyMaker maker = KeyMaker.uuidV7();
        String[] keys = new String[count];
        for (int i = 0; i < count; i++) {
            keys[i] = maker.next();
        }
        return keys;
    }
}
