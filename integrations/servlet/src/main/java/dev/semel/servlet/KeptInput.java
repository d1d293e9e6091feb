// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is there already: reading it never waits for the client. */
final class KeptInput extends ServletInputStream {

    private final InputStream in;
    private final KeptRequest request;
    private boolean finished;
    private boolean listening;

    KeptInput(InputStream in, KeptRequest request) {
        this.in = in;
        this.request = request;
    }

    @Override
    public int read() throws IOException {
        int one = in.read();
        finished |= one < 0;
        return one;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = in.read(bytes, from, length);
        finished |= read < 0;
        return read;
    }

    /** As a whole, without the pieces that a stream of unknown length is gathered from. */
    @Override
    public byte[] readAllBytes() throws IOException {
        byte[] rest = in.readAllBytes();
        finished = true;
        return rest;
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        Callbacks.requireFirst(listening, listener);
        listening = true;
        request.callbacks().add(request.getAsyncContext(), () -> tell(listener));
    }

    private void tell(ReadListener listener) {
        try {
            listener.onDataAvailable();
            if (finished) {
                listener.onAllDataRead();
            }
        } catch (IOException | RuntimeException | Error e) {
            listener.onError(e);
        }
    }
}
