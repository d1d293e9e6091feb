// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.net.URI;

/**
 * How problems and replays look on the wire (R34). Must be safe for use by several threads. Write your own where the
 * clients of an API expect another shape.
 */
@FunctionalInterface
public interface Dialect {

    /** The answer to a request that has this problem. */
    HttpAnswer answer(Problem problem);

    /** What marks a saved answer that is given again. */
    default Headers replayMarks() {
        return Marks.REPLAYED;
    }

    /** RFC 9457 problem details with the statuses of the IETF draft: the default. */
    static Dialect ietf() {
        return new IetfDialect(IetfDialect.ERRORS_PAGE);
    }

    /** The same, with a documentation page of your own that explains the codes as anchors. */
    static Dialect ietf(URI documentation) {
        return new IetfDialect(documentation);
    }

    /** Bodies with an {@code error} member as Stripe's SDKs expect them. */
    static Dialect stripe() {
        return new StripeDialect();
    }
}
