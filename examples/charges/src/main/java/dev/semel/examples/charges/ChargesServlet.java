// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.charges;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes money. It knows nothing of keys and retries. */
final class ChargesServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1;

    private final AtomicInteger taken = new AtomicInteger();

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int number = taken.incrementAndGet();
        System.out.println("charge number " + number + " since the start is taken");
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setContentType("application/json");
        response.setCharacterEncoding("UTF-8");
        response.getWriter().println("{\"charge\": \"" + UUID.randomUUID() + "\", \"taken\": " + number + "}");
    }
}
