// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;

/** For each of a cluster's slots a short word that lies in it. Made when it is first needed, once for a process. */
final class SlotTags {

    private static final int[] WORDS = searched();

    private SlotTags() {}

    static String of(int slot) {
        return Integer.toString(WORDS[slot]);
    }

    private static int[] searched() {
        int[] words = new int[SlotHash.SLOT_COUNT];
        int missing = words.length;
        for (int word = 1; missing > 0; word++) {
            int slot = SlotHash.getSlot(Integer.toString(word).getBytes(StandardCharsets.US_ASCII));
            if (words[slot] == 0) {
                words[slot] = word;
                missing--;
            }
        }
        return words;
    }
}
