// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** The tokens of RFC 9110, section 5.6.2. */
final class Tokens {

    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private Tokens() {}

    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenCharacter(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    static boolean isTokenCharacter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }
}
