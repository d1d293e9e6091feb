// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import jakarta.servlet.ServletContext;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.SmartRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

/** A request that is sent again and again with the same key: its own, or one that it is given. */
final class KeyedRequest implements SmartRequestBuilder {

    private static final String KEY = "Idempotency-Key";

    private final RequestBuilder request;
    private final boolean blocking;
    private final String key = UUID.randomUUID().toString();

    KeyedRequest(RequestBuilder request, boolean blocking) {
        this.request = request;
        this.blocking = blocking;
    }

    /** What sends it, and waits for an answer that is given later. */
    Callable<MockHttpServletResponse> through(Performing performing) {
        return () -> {
            MvcResult result = performing.perform(this);
            return result.getRequest().isAsyncStarted()
                    ? performing
                            .perform(MockMvcRequestBuilders.asyncDispatch(result))
                            .getResponse()
                    : result.getResponse();
        };
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
        if (blocking) {
            // A retry that waits for the first one waits on its own thread then: nobody would dispatch it to go on.
            processed.setAsyncSupported(false);
        }
        return processed;
    }
}
