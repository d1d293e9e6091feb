// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.util.Optional;

/**
 * How to read the responses of an HTTP client, whatever it calls them: for {@link RunsOnce#http}.
 *
 * @param <R> the responses
 */
public interface HttpReading<R> {

    /** The status. */
    int status(R response);

    /** The first value of a header. */
    Optional<String> header(R response, String name);

    /** The body as text; empty where there is none. */
    String body(R response);
}
