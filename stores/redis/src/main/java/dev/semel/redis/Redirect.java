// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import org.jspecify.annotations.Nullable;

/**
 * Where a cluster's node sends a command that it did not execute, since the key's slot is another node's, or on its way
 * there.
 *
 * @param asking whether that node must be told that the key's slot is not its own yet
 * @param host where it is
 * @param port where it is
 */
record Redirect(boolean asking, String host, int port) {

    /** Reads {@code MOVED 3999 10.0.0.1:6381} or {@code ASK 3999 10.0.0.1:6381}; null for anything else. */
    static @Nullable Redirect of(Throwable failure) {
        String[] words = Failures.refusal(failure).split(" ", -1);
        if (words.length != 3 || !(words[0].equals("MOVED") || words[0].equals("ASK"))) {
            return null;
        }
        int colon = words[2].lastIndexOf(':');
        // A node that does not know its own address leaves it out.
        return colon < 1
                ? null
                : new Redirect(
                        words[0].equals("ASK"),
                        words[2].substring(0, colon),
                        Integer.parseInt(words[2].substring(colon + 1)));
    }
}
