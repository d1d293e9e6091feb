// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.AnswerBody;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Sending;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A handler that runs in a transaction (R22): from its first line to its rendered answer, error page included, it is one call on
 * one thread, and nothing leaves before the commit. For one request.
 */
final class TransactedHandler implements AnswerBody.Handling {

    private final FilterChain chain;
    private final KeptRequest request;
    private final KeptResponse response;
    private final @Nullable String errorPage;
    private final Supplier<@Nullable Throwable> failure;
    private HttpAnswer own = HttpAnswer.empty(500, Headers.NONE);

    /** With what says of a failure that no answer can tell any more. */
    TransactedHandler(
            FilterChain chain,
            KeptRequest request,
            KeptResponse response,
            @Nullable String errorPage,
            Supplier<@Nullable Throwable> failure) {
        this.chain = chain;
        this.request = request;
        this.response = response;
        this.errorPage = errorPage;
        this.failure = failure;
    }

    /** Runs it and ends its exchange; answers what is to be sent, of its own or instead, and nothing where it leaves by itself. */
    Optional<HttpAnswer> run(Headers marks) {
        Sending sending = new Sending.Own();
        try {
            sending = response.transact(this);
        } catch (Exception e) {
            TransactedHandler.<RuntimeException>raise(e);
        }
        return response.departs(sending) ? Optional.empty() : Optional.of(response.toSend(sending, own.with(marks)));
    }

    @Override
    public HttpAnswer answer() throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException e) {
            if (!MalformedFormException.becomesError(e, response)) {
                throw e;
            }
        }
        Throwable late = failure.get();
        if (late != null) {
            TransactedHandler.<RuntimeException>raise(late);
        }
        own = response.finish(request, errorPage);
        return own;
    }

    /** What a handler or a transaction throws is for whoever is in front, as it would be without this filter. */
    @SuppressWarnings({"unchecked", "DoNotCallSuggester"}) // Always throws: that is what it is for.
    private static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
