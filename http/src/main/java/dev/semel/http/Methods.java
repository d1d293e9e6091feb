// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** The methods of RFC 9110. */
final class Methods {

    private Methods() {}

    /** Whether the method changes nothing, so that there is nothing to do once. */
    static boolean isSafe(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
            default -> false;
        };
    }
}
