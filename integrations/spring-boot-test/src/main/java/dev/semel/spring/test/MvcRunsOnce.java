// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import dev.semel.testkit.RunsOnce;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;

/**
 * Asserts with MockMvc that a request runs once, however often it is sent, and that every client gets the same answer (R40).
 * All are sent with one key: the request's own, or a new one. MockMvc must have the application's filters, as it has with
 * {@code @AutoConfigureMockMvc}. Fails with an {@link AssertionError} that says what was seen.
 *
 * @see MvcTesterRunsOnce
 * @see WebRunsOnce
 */
public final class MvcRunsOnce {

    private MvcRunsOnce() {}

    /** Sends the request twice: the second answer is the first one, given again and marked as such. */
    public static void assertRunsOnce(MockMvc mvc, RequestBuilder request) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, false)), MvcReading.OF_MOCKS)
                .whenCalledTwice();
    }

    /** The same; {@code effects} tells how often the work has been done so far: rows in a table, requests to a stub. */
    public static void assertRunsOnce(MockMvc mvc, RequestBuilder request, LongSupplier effects) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, false)), MvcReading.OF_MOCKS, effects)
                .whenCalledTwice();
    }

    /**
     * Sends the request from so many threads at the same moment, and then once more: those that are not told that another one
     * runs get the same answer, and all of them but one are marked as given again.
     */
    public static void assertRunsOnceAtOnce(MockMvc mvc, RequestBuilder request, int clients) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, true)), MvcReading.OF_MOCKS)
                .whenCalledAtOnce(clients);
    }

    /** The same; {@code effects} tells how often the work has been done so far. */
    public static void assertRunsOnceAtOnce(MockMvc mvc, RequestBuilder request, int clients, LongSupplier effects) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, true)), MvcReading.OF_MOCKS, effects)
                .whenCalledAtOnce(clients);
    }

    private static Callable<MockHttpServletResponse> through(MockMvc mvc, KeyedRequest request) {
        return request.through(sent -> mvc.perform(sent).andReturn());
    }
}
