// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.SmartRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.web.context.request.async.WebAsyncUtils;

/** A request that is sent again and again with the same key: its own, or one that it is given. */
final class KeyedRequest implements SmartRequestBuilder {

    private static final String KEY = "Idempotency-Key";

    /** As long as nobody waits for an answer. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration LOOK = Duration.ofMillis(1);

    private final RequestBuilder request;
    private final String key = UUID.randomUUID().toString();

    KeyedRequest(RequestBuilder request) {
        this.request = request;
    }

    /** What sends it, and waits for an answer that is given later. */
    Callable<MockHttpServletResponse> through(Performing performing) {
        return () -> {
            MvcResult result = performing.perform(this);
            MockHttpServletRequest sent = result.getRequest();
            if (WebAsyncUtils.getAsyncManager(sent).isConcurrentHandlingStarted()) {
                return performing
                        .perform(MockMvcRequestBuilders.asyncDispatch(result))
                        .getResponse();
            }
            awaitAnswer(sent);
            return result.getResponse();
        };
    }

    /** A retry that waits for the first one has left its thread, and is answered by another: no handler, and so nobody to dispatch to. */
    private static void awaitAnswer(MockHttpServletRequest sent) {
        long begun = System.nanoTime();
        while (sent.isAsyncStarted()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("the request was made asynchronous, and nobody has answered it");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Whatever performs requests. */
    interface Performing {

        MvcResult perform(RequestBuilder request) throws Exception;
    }

    @Override
    public MockHttpServletRequest buildRequest(ServletContext servletContext) {
        return request.buildRequest(servletContext);
    }

    @Override
    public MockHttpServletRequest postProcessRequest(MockHttpServletRequest built) {
        MockHttpServletRequest processed =
                request instanceof SmartRequestBuilder smart ? smart.postProcessRequest(built) : built;
        if (processed.getHeader(KEY) == null) {
            processed.addHeader(KEY, key);
        }
        return processed;
    }
}
