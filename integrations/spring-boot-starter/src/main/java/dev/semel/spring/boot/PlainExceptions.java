// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Shows what a handler threw to the filter as the handler threw it: the dispatcher wraps it, and then no rule for an exception
 * would ever fit (R15). Whoever is in front gets the dispatcher's exception, as always. For one request.
 */
final class PlainExceptions implements FilterChain {

    private final FilterChain chain;
    private volatile @Nullable ServletException wrapped;

    PlainExceptions(FilterChain chain) {
        this.chain = chain;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException e) {
            Throwable cause = e.getCause();
            if (cause == null) {
                throw e;
            }
            wrapped = e;
            PlainExceptions.<RuntimeException>raise(cause);
        }
    }

    /** What the dispatcher threw, if this is what the handler threw. */
    Throwable asThrown(Throwable plain) {
        ServletException thrown = wrapped;
        return thrown != null && thrown.getCause() == plain ? thrown : plain;
    }

    /** Only the filter is in between, which lets everything through. */
    @SuppressWarnings({"unchecked", "DoNotCallSuggester"}) // Always throws: that is what it is for.
    static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
