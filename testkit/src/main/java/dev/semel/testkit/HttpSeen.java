// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What must be the same for every caller.
 *
 * @param status the status
 * @param contentType empty where there is none
 * @param location empty where there is none
 * @param body every character
 */
record HttpSeen(int status, String contentType, String location, String body) {

    /** What an operation may tell a retry while the first request runs, always with a Retry-After (R28). */
    private static final Set<Integer> IN_FLIGHT = Set.of(409, 425, 503);

    static <R> HttpSeen of(R response, HttpReading<? super R> reading) {
        return new HttpSeen(
                reading.status(response),
                reading.header(response, "Content-Type").orElse(""),
                reading.header(response, "Location").orElse(""),
                reading.body(response));
    }

    /** Whether a response says that another request is at it. */
    static <R> boolean isBusy(R response, HttpReading<? super R> reading) {
        return IN_FLIGHT.contains(reading.status(response))
                && reading.header(response, "Retry-After").isPresent();
    }

    /** Whether a response says that it was given before. */
    static <R> boolean isReplay(R response, HttpReading<? super R> reading) {
        return reading.header(response, "Idempotent-Replayed")
                .filter("true"::equals)
                .isPresent();
    }

    /** As a record's, and with what is easily overlooked where nothing runs: a key in the one place that nobody reads. */
    @Override
    public String toString() {
        String hint = status == 400
                ? "; each request has its key in Idempotency-Key: where the application reads keys in another header, give"
                        + " the request one there"
                : "";
        return "status=" + status + ", contentType=" + contentType + ", location=" + location + ", body=" + body + hint;
    }

    /** The names of what is not the same. */
    String difference(HttpSeen other) {
        List<String> names = new ArrayList<>();
        if (status != other.status) {
            names.add("the status");
        }
        if (!contentType.equals(other.contentType)) {
            names.add("the Content-Type");
        }
        if (!location.equals(other.location)) {
            names.add("the Location");
        }
        if (!body.equals(other.body)) {
            names.add("the body");
        }
        return String.join(" and ", names);
    }
}
