// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import dev.semel.testkit.RunsOnce;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/**
 * What {@link MvcRunsOnce} is for MockMvc, for {@link MockMvcTester} (R40).
 *
 * <pre>{@code
 * MvcTesterRunsOnce.assertRunsOnce(mvc, mvc.post().uri("/v1/charges").content("{\"amount\": 100}"));
 * }</pre>
 */
public final class MvcTesterRunsOnce {

    private MvcTesterRunsOnce() {}

    /** Sends the request twice: the second answer is the first one, given again and marked as such. */
    public static void assertRunsOnce(MockMvcTester mvc, RequestBuilder request) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, false)), MvcReading.OF_MOCKS)
                .whenCalledTwice();
    }

    /** The same; {@code effects} tells how often the work has been done so far: rows in a table, requests to a stub. */
    public static void assertRunsOnce(MockMvcTester mvc, RequestBuilder request, LongSupplier effects) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, false)), MvcReading.OF_MOCKS, effects)
                .whenCalledTwice();
    }

    /**
     * Sends the request from so many threads at the same moment, and then once more: those that are not told that another one
     * runs get the same answer, and all of them but one are marked as given again.
     */
    public static void assertRunsOnceAtOnce(MockMvcTester mvc, RequestBuilder request, int clients) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, true)), MvcReading.OF_MOCKS)
                .whenCalledAtOnce(clients);
    }

    /** The same; {@code effects} tells how often the work has been done so far. */
    public static void assertRunsOnceAtOnce(
            MockMvcTester mvc, RequestBuilder request, int clients, LongSupplier effects) {
        RunsOnce.http(through(mvc, new KeyedRequest(request, true)), MvcReading.OF_MOCKS, effects)
                .whenCalledAtOnce(clients);
    }

    private static Callable<MockHttpServletResponse> through(MockMvcTester mvc, KeyedRequest request) {
        return request.through(sent -> mvc.perform(sent).getMvcResult());
    }
}
