// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.URI;
import java.net.URISyntaxException;

/** What servers are asked for by the gateway itself: a path, with a query maybe. */
final class Targets {

    private Targets() {}

    /** Lets pass what can be sent, and is sent whole; {@link IllegalArgumentException} says what is wrong with anything else. */
    static void check(String path) {
        if (!path.startsWith("/") || path.startsWith("//")) {
            // Two slashes begin the name of another host.
            throw new IllegalArgumentException("it is a path, and begins with one slash");
        }
        if (path.indexOf('#') >= 0) {
            throw new IllegalArgumentException("what follows a # is never sent");
        }
        if (!path.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("it has characters that must be percent-encoded, as %20 for a blank");
        }
        try {
            new URI(path);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it cannot be sent so: " + e.getReason(), e);
        }
    }
}
