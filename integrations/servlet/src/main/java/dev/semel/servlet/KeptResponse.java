// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.AnswerBody;
import dev.semel.http.Exchange;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Sending;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The response as the handler sees it: nothing reaches the client before the handler has ended and that is recorded, unless
 * the answer becomes too large to be kept. Flushing commits it for the handler, as it would without the filter.
 */
final class KeptResponse extends KeptHead implements AutoCloseable {

    private final HttpServletResponse response;
    private final AnswerBody body;
    private final KeptOutput output;
    private final Headers marks;
    private @Nullable PrintWriter writer;
    private boolean usesStream;
    /** What was written is not dropped by the forward that begins now. */
    private boolean goesOn;

    private int bufferSize;
    private @Nullable SentError error;

    KeptResponse(HttpServletResponse response, Exchange exchange, KeptRequest request) {
        super(response, request);
        this.response = response;
        this.marks = exchange.marks();
        this.body = exchange.answerBody(this::depart);
        this.output = new KeptOutput(body, this, request);
    }

    private OutputStream depart() throws IOException {
        commit();
        Replies.begin(response, getStatus(), headers().and(marks));
        return response.getOutputStream();
    }

    boolean hasDeparted() {
        return body.hasDeparted();
    }

    /** Whether the answer has left or leaves now, so that there is nothing more to send. */
    boolean departs(Sending ended) {
        return body.departs(ended);
    }

    boolean isBroken() {
        return body.isBroken();
    }

    /** Touches the container's response only while its client is there: else it may serve another one by now. */
    void flushDeparted() {
        body.flush();
    }

    /** The answer as a whole; renders the error that the handler has sent, if it has. */
    HttpAnswer finish(KeptRequest request, @Nullable String errorPage) throws IOException, ServletException {
        SentError sent = error;
        if (sent != null) {
            error = null;
            sent.render(request, this, errorPage);
        }
        if (writer != null) {
            writer.flush();
        }
        return body.kept(getStatus(), hasDeparted() ? Headers.NONE : headers());
    }

    /** Runs a handler that writes to this response in its policy's transaction. */
    Sending transact(TransactedHandler handler) throws Exception {
        return body.transact(handler);
    }

    /** What goes to the client: this answer of the handler's, or another's, which nothing describes that the handler has said of its own. */
    HttpAnswer toSend(Sending sending, HttpAnswer own) {
        if (sending instanceof Sending.Instead instead) {
            clearHead();
            return instead.answer();
        }
        return own;
    }

    CompletionStage<Sending> end(HttpAnswer own) {
        return body.end(own);
    }

    @Override
    public ServletOutputStream getOutputStream() {
        goesOn = false;
        if (writer != null) {
            throw new IllegalStateException("getWriter() was called before");
        }
        usesStream = true;
        return output;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        goesOn = false;
        if (writer == null) {
            if (usesStream) {
                throw new IllegalStateException("getOutputStream() was called before");
            }
            // Says aloud which charset it is, as a container's own writer does.
            super.setCharacterEncoding(getCharacterEncoding());
            writer = new PrintWriter(new OutputStreamWriter(output, getCharacterEncoding()));
        }
        return writer;
    }

    /** A charset counts only before the writer is taken, which uses it. */
    @Override
    public void setCharacterEncoding(@Nullable String charset) {
        if (writer == null && !isFixed()) {
            super.setCharacterEncoding(charset);
        }
    }

    /** Of Servlet 6.1. */
    public void setCharacterEncoding(Charset charset) {
        setCharacterEncoding(charset.name());
    }

    @Override
    public void setContentType(@Nullable String type) {
        goesOn = false;
        String used = writer == null ? null : getCharacterEncoding();
        super.setContentType(type);
        if (used != null && type != null && !isFixed()) {
            super.setCharacterEncoding(used);
        }
    }

    @Override
    public void flushBuffer() {
        if (writer != null) {
            writer.flush();
        }
        output.flush();
    }

    @Override
    public void resetBuffer() {
        requireOpen();
        if (goesOn) {
            return;
        }
        if (!body.reset()) {
            throw new IllegalStateException("the response is committed");
        }
        if (writer != null) {
            output.drop(writer);
        }
    }

    /** What was written before a forward is forgotten, and whoever is forwarded to may choose how to write. */
    void forwarded() {
        resetBuffer();
        if (!goesOn) {
            writer = null;
            usesStream = false;
        }
    }

    /** The next forward stands for a dispatch: whoever answers then goes on where the handler was, until it is done with what it finds. */
    void goOnThroughForward() {
        goesOn = true;
    }

    @Override
    public void reset() {
        if (isIncluded()) {
            return;
        }
        resetBuffer();
        writer = null;
        usesStream = false;
        clearHead();
    }

    @Override
    public void sendError(int status) {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        sendError(status, message, null);
    }

    /** What a handler has thrown says that its client is at fault. */
    void sendError(int status, @Nullable String message, @Nullable Throwable reason) {
        if (isIncluded()) {
            return;
        }
        resetBuffer();
        usesStream = false;
        clearContentHeaders();
        setStatus(status);
        error = new SentError(status, message, reason);
        output.shut();
        // As the specification has it: from now on the answer is this error, whatever the handler does next.
        commit();
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    /** Of Servlet 6.1. */
    public void sendRedirect(String location, boolean clearBuffer) {
        sendRedirect(location, SC_FOUND, clearBuffer);
    }

    /** Of Servlet 6.1. */
    public void sendRedirect(String location, int status) {
        sendRedirect(location, status, true);
    }

    /** Of Servlet 6.1. A relative location stays as it is: RFC 9110 lets the client resolve it. */
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        if (isIncluded()) {
            return;
        }
        requireOpen();
        if (clearBuffer) {
            resetBuffer();
        }
        setStatus(status);
        setHeader("Location", location);
        flushBuffer();
        output.shut();
    }

    /** Lets an error page write where the handler may not any more. */
    void reopen() {
        writer = null;
        usesStream = false;
        output.reopen();
        uncommit();
    }

    @Override
    public void setContentLength(int length) {
        body.expect(length);
    }

    /** A hint: the length is known when the answer has ended. */
    @Override
    public void setContentLengthLong(long length) {
        body.expect(length);
    }

    @Override
    public void setBufferSize(int size) {
        requireOpen();
        bufferSize = size;
    }

    /** As without the filter, though all of the answer has room: handlers make arrays of this size. */
    @Override
    public int getBufferSize() {
        return bufferSize > 0 ? bufferSize : super.getBufferSize();
    }

    @Override
    public void close() {
        body.close();
    }
}
