// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Where the handler of a blocking adapter writes its answer: it is kept until the handler has ended, or, when it becomes
 * too large to be kept, it begins to leave (R19). A client that hangs up meanwhile changes nothing: the handler writes on,
 * into the void (R18). Used by one thread at a time.
 */
public final class AnswerBody extends OutputStream {

    /** Sends status and headers, because the answer leaves now. */
    @FunctionalInterface
    public interface Departure {

        /** Where the body goes. */
        OutputStream begin() throws IOException;
    }

    /** A handler that writes its answer's body here. */
    @FunctionalInterface
    public interface Handling {

        /** Runs it, and says what it answered; see {@link AnswerBody#kept}. */
        HttpAnswer answer() throws Exception;
    }

    private static final int PIECE = 8192;
    private static final OutputStream VOID = OutputStream.nullOutputStream();

    private final Exchange exchange;
    private final Departure departure;
    private BodyBuffer kept;
    private @Nullable OutputStream client;
    private boolean departed;
    private boolean broken;
    private boolean homeless;
    private int status;
    private volatile boolean closed;

    AnswerBody(Exchange exchange, Departure departure) {
        this.exchange = exchange;
        this.departure = departure;
        this.kept = exchange.capture();
    }

    /** Says how long the answer will be, where the handler knows, so that its place is made at once. */
    public void expect(long bytes) {
        if (client == null) {
            kept.expect(bytes);
        }
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (closed) {
            // The response it would depart to may serve another client by now.
            return;
        }
        if (client == null && kept.append(bytes, from, length)) {
            return;
        }
        if (client == null) {
            client = exchange.mayStream() ? depart() : drop();
        }
        try {
            client.write(bytes, from, length);
        } catch (IOException e) {
            client = VOID;
        }
    }

    /** Does nothing while the answer is kept: what has left cannot be taken back. */
    @Override
    public void flush() {
        try {
            if (client != null) {
                client.flush();
            }
        } catch (IOException e) {
            client = VOID;
        }
    }

    /** Whether the answer is too large to be kept. */
    public boolean isTooLarge() {
        return client != null;
    }

    /** Whether status and headers have gone to the client. */
    public boolean hasDeparted() {
        return departed;
    }

    /**
     * Whether a part of what has left is missing, since it could not be read back. The client must not take the rest for the
     * whole: an adapter breaks the connection then, instead of ending the answer.
     */
    public boolean isBroken() {
        return broken;
    }

    /** Whether there was no room for the answer, so that it is not kept, and leaves when its ending is recorded. */
    boolean isHomeless() {
        return homeless;
    }

    /** The handler's status, once the answer is whole. */
    int status() {
        return status;
    }

    /** How many bytes are kept so far. */
    public long size() {
        return kept.size();
    }

    /** Forgets what was written; false when it is too late. */
    public boolean reset() {
        if (client != null) {
            return false;
        }
        kept.close();
        kept = exchange.capture();
        return true;
    }

    /**
     * Ends the exchange with this answer, and says what to send: ask {@link #departs}, and where it does not, send that. Where
     * nothing of the handler's own may be sent it is {@link Sending.Instead}.
     */
    public CompletionStage<Sending> end(HttpAnswer own) {
        if (client == null && !homeless) {
            return exchange.answered(own);
        }
        return departed || homeless ? exchange.streamed(status) : exchange.dropped(status);
    }

    /**
     * Runs the handler in its policy's transaction, ends the exchange, and says what to send (R22).
     *
     * @throws Exception what the handler threw, where that takes its usual way; or why there was no commit
     */
    public Sending transact(Handling handler) throws Exception {
        return exchange.transact(this, handler);
    }

    /**
     * Whether the answer has left already, or leaves now by itself, so that there is nothing more to send. To be asked when
     * its ending is recorded. One that found no room to be kept leaves now, as fast as its client reads.
     */
    public boolean departs(Sending ended) {
        if (homeless && ended instanceof Sending.Own && !departed) {
            client = depart();
        }
        return departed;
    }

    /**
     * The answer as it is kept, with this status and these headers; nothing is written afterwards. Waits for room where many
     * large answers end at once; one that finds none is not kept, and is sent from where it is when its ending is recorded.
     */
    public HttpAnswer kept(int status, Headers headers) throws IOException {
        this.status = status;
        if (client == null) {
            homeless = !exchange.room(kept.size()).toCompletableFuture().join();
            return homeless ? HttpAnswer.empty(status, headers) : HttpAnswer.owning(status, headers, kept.takeBytes());
        }
        // Never an empty success: what could not be kept and did not leave is said to be missing.
        return departed ? HttpAnswer.empty(status, headers) : exchange.notKept(status);
    }

    /** Gives memory and disk back; what a handler writes later, one that was given up for example, is ignored. */
    @Override
    public void close() {
        closed = true;
        kept.close();
        exchange.sent();
    }

    private OutputStream drop() {
        kept.close();
        return VOID;
    }

    private OutputStream depart() {
        try (BodyBuffer beginning = kept) {
            departed = true;
            OutputStream out = departure.begin();
            send(beginning, out);
            return broken ? VOID : out;
        } catch (IOException gone) {
            return VOID;
        }
    }

    private void send(BodyBuffer beginning, OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        try (InputStream in = beginning.open()) {
            for (int read = readSome(in, piece); read > 0; read = readSome(in, piece)) {
                out.write(piece, 0, read);
            }
        }
    }

    /** What cannot be read is missing for good; a client that cannot be written to has gone, and misses nothing. */
    private int readSome(InputStream in, byte[] piece) {
        try {
            return in.read(piece);
        } catch (IOException e) {
            broken = true;
            return -1;
        }
    }
}
