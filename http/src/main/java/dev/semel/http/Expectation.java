// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.List;

/**
 * A client that asks before it sends its body ({@code Expect: 100-continue}), and says how long that will be, need not send
 * what would be refused. Of all others the body is read up to the limit first: to refuse them while they send means for many
 * servers to cut the connection, and then they do not learn why.
 */
final class Expectation {

    private static final int MOST_DIGITS = 18;

    private Expectation() {}

    static boolean isBeyond(long limit, RequestHead head) {
        return !head.header("Expect").isEmpty() && announced(head) > limit;
    }

    /** The length; zero where the request says nothing, or nothing that could be believed: then the body itself tells. */
    private static long announced(RequestHead head) {
        List<String> lines = head.header("Content-Length");
        if (lines.size() != 1 || lines.get(0).length() > MOST_DIGITS) {
            return 0;
        }
        String digits = lines.get(0);
        long length = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            length = length * 10 + digit;
        }
        return length;
    }
}
