// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.AnswerBody;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.PrintWriter;

/** Where the handler's answer is written: it is kept, so that writing never waits for the client. */
final class KeptOutput extends ServletOutputStream {

    private final AnswerBody body;
    private final KeptResponse response;
    private final KeptRequest request;
    private boolean shut;
    private boolean dropping;
    private boolean listening;

    KeptOutput(AnswerBody body, KeptResponse response, KeptRequest request) {
        this.body = body;
        this.response = response;
        this.request = request;
    }

    /** What is written from now on is ignored, as after a redirect or a forward. */
    void shut() {
        shut = true;
    }

    void reopen() {
        shut = false;
    }

    /** Empties a writer that holds something back, which belongs to what is forgotten. */
    void drop(PrintWriter writer) {
        dropping = true;
        writer.flush();
        dropping = false;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (!shut && !dropping) {
            body.write(bytes, from, length);
        }
    }

    @Override
    public void flush() {
        if (!dropping) {
            response.commit();
            body.flush();
        }
    }

    /** A forward closes the response that it was given; the answer is still to be ended. */
    @Override
    public void close() {
        flush();
        shut();
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        Callbacks.requireFirst(listening, listener);
        listening = true;
        request.callbacks().add(request.getAsyncContext(), () -> tell(listener));
    }

    private static void tell(WriteListener listener) {
        try {
            listener.onWritePossible();
        } catch (IOException | RuntimeException | Error e) {
            listener.onError(e);
        }
    }
}
