// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import dev.semel.testkit.RunsOnce;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;

/**
 * Asserts with MockMvc that a request runs once, however often it is sent, and that every client gets the same answer (R40).
 * All are sent with one key: the request's own, or a new one. MockMvc must have the application's filters, as it has with
 * {@code @AutoConfigureMockMvc}. Fails with an {@link AssertionError} that says what was seen.
 */
public final class MvcRunsOnce {

    /** What an operation may tell a retry while the first request runs (R28). */
    private static final Set<Integer> IN_FLIGHT = Set.of(409, 425, 503);

    private MvcRunsOnce() {}

    /** Sends the request twice: the second answer is the first one, given again and marked as such. */
    public static void assertRunsOnce(MockMvc mvc, RequestBuilder request) {
        Replays replays = new Replays();
        runsOnce(mvc, request, false, replays, replays::fresh).whenCalledTwice();
    }

    /** The same; {@code effects} tells how often the work has been done so far: rows in a table, requests to a stub. */
    public static void assertRunsOnce(MockMvc mvc, RequestBuilder request, LongSupplier effects) {
        runsOnce(mvc, request, false, new Replays(), effects).whenCalledTwice();
    }

    /**
     * Sends the request from so many threads at the same moment, and then once more: those that are not told that another one
     * runs get the same answer, and all of them but one are marked as given again.
     */
    public static void assertRunsOnceAtOnce(MockMvc mvc, RequestBuilder request, int clients) {
        Replays replays = new Replays();
        runsOnce(mvc, request, true, replays, replays::fresh).whenCalledAtOnce(clients);
    }

    /** The same; {@code effects} tells how often the work has been done so far. */
    public static void assertRunsOnceAtOnce(MockMvc mvc, RequestBuilder request, int clients, LongSupplier effects) {
        runsOnce(mvc, request, true, new Replays(), effects).whenCalledAtOnce(clients);
    }

    private static RunsOnce<MockHttpServletResponse> runsOnce(
            MockMvc mvc, RequestBuilder request, boolean atOnce, Replays replays, LongSupplier effects) {
        KeyedRequest keyed = new KeyedRequest(request, atOnce);
        return RunsOnce.that(() -> replays.note(keyed.send(mvc)), effects)
                .busyWhen(MvcRunsOnce::isBusy)
                .comparing(Seen::of);
    }

    private static boolean isBusy(MockHttpServletResponse response) {
        return IN_FLIGHT.contains(response.getStatus()) && response.containsHeader("Retry-After");
    }

    /** Tells answers that were made from those that were given again, by their mark. */
    private static final class Replays {

        private final ConcurrentLinkedQueue<MockHttpServletResponse> made = new ConcurrentLinkedQueue<>();

        MockHttpServletResponse note(MockHttpServletResponse response) {
            if (!isBusy(response) && !"true".equals(response.getHeader("Idempotent-Replayed"))) {
                made.add(response);
            }
            return response;
        }

        long fresh() {
            return made.size();
        }
    }

    /**
     * What must be the same for every client.
     *
     * @param status the status
     * @param contentType "null" where there is none
     * @param location "null" where there is none
     * @param body each byte as one character
     */
    private record Seen(int status, String contentType, String location, String body) {

        static Seen of(MockHttpServletResponse response) {
            return new Seen(
                    response.getStatus(),
                    String.valueOf(response.getContentType()),
                    String.valueOf(response.getHeader("Location")),
                    new String(response.getContentAsByteArray(), StandardCharsets.ISO_8859_1));
        }
    }
}
