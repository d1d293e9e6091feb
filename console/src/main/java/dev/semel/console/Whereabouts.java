// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.util.LinkedHashMap;
import java.util.Map;

/** From where users have signed in: a bounded number of places, the last ones. Safe for use by several threads. */
final class Whereabouts {

    static final int MOST = 10_000;

    private final Map<String, Boolean> places = new LinkedHashMap<>(16, 0.75f, true) {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    synchronized void remember(String place) {
        places.put(place, true);
    }

    /** Whether it was good there before; asking does not make it newer, since anybody can ask. */
    synchronized boolean knows(String place) {
        return places.containsKey(place);
    }

    synchronized int size() {
        return places.size();
    }
}
