// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * A container's dispatcher. A forward drops what was written so far (Servlet 6.0, 9.4), and Jetty does so with its own response
 * alone, where the kept answer is not.
 *
 * @param dispatcher the container's
 * @param forwarding drops what is kept
 */
record KeptDispatcher(RequestDispatcher dispatcher, Runnable forwarding) implements RequestDispatcher {

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        // What a wrapper behind the filter holds back is dropped by that.
        response.resetBuffer();
        forwarding.run();
        dispatcher.forward(request, response);
    }

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        dispatcher.include(request, response);
    }
}
