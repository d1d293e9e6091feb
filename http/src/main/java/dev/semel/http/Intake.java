// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request's body, and then decides. Nothing of the body is lost: the handler reads it again from {@link #body()}
 * (T12). Used by one thread at a time. End it by {@link #admit}, {@link #admitAndWait} or {@link #discard}.
 */
public final class Intake {

    private static final int CHUNK = 8192;
    private static final HttpAdmission PASS = new HttpAdmission.PassThrough();

    private final Idempotency engine;
    private final Arrival arrival;
    private final BufferSettings buffers;
    private final BodyBuffer body;
    private final BodyDigest digest;
    private final boolean saysJson;
    private final Room room;
    private ContentDigest announced;

    Intake(Idempotency engine, RequestHead head, Arrival arrival, BufferSettings buffers) {
        this.engine = engine;
        this.arrival = arrival;
        this.buffers = buffers;
        this.body = BodyBuffer.forRequest(buffers);
        this.room = new Room(buffers.answers());
        this.digest = BodyDigest.of(head, arrival.policy());
        this.announced = ContentDigest.of(head);
        this.saysJson = arrival.policy().keyPointer() != null && MediaType.isJson(MediaType.of(head));
    }

    /** Says how long the body will be, where the request says so, so that its place is made at once. */
    public void expect(long bytes) {
        body.expect(bytes);
    }

    /** Takes a piece of the body; false when no more is needed, because the request will be refused. */
    public boolean feed(byte[] bytes, int from, int length) {
        digest.take(bytes, from, length, body);
        announced.take(bytes, from, length);
        return body.append(bytes, from, length);
    }

    /** Takes a piece of the body; false as above. */
    public boolean feed(ByteBuffer bytes) {
        int length = bytes.remaining();
        if (bytes.hasArray()) {
            int from = bytes.arrayOffset() + bytes.position();
            bytes.position(bytes.limit());
            return feed(bytes.array(), from, length);
        }
        byte[] copy = new byte[length];
        bytes.get(copy);
        return feed(copy, 0, length);
    }

    /**
     * Takes the whole body from a stream; blocks as the stream does.
     *
     * @param announced how long the request says that it is; negative where it does not say
     */
    public void feed(InputStream stream, long announced) throws IOException {
        // Only what is small: a client that announces much and sends nothing must not take much of the memory.
        if (announced >= 0 && announced < CHUNK) {
            // And one byte more, where the end of the stream is met.
            body.expect(announced + 1);
        }
        if (feedInPlace(stream)) {
            feed(stream);
        }
    }

    /** Reads where the body is kept, without a copy; true when there is no room left, and perhaps more to come. */
    private boolean feedInPlace(InputStream stream) throws IOException {
        byte[] place = body.array();
        while (place != null && body.room() > 0) {
            int from = (int) body.size();
            int read = stream.read(place, from, body.room());
            if (read < 0) {
                return false;
            }
            digest.take(place, from, read, body);
            announced.take(place, from, read);
            if (!body.added(read)) {
                return false;
            }
        }
        return true;
    }

    /** Takes the whole body from a stream; blocks as the stream does. */
    public void feed(InputStream stream) throws IOException {
        byte[] chunk = new byte[CHUNK];
        int read = stream.read(chunk);
        while (read >= 0 && feed(chunk, 0, read)) {
            read = stream.read(chunk);
        }
    }

    /**
     * Somebody in front has read the body, so that its bytes are gone: what is fed from now on is what is left of it, its
     * fields or its parts, and stands for it when requests are compared. A {@code Content-Digest} is one of the bytes: it
     * cannot be verified, which is no fault of the client's, and is said aloud in the log.
     */
    public void bytesAreGone() {
        if (announced.isThere()) {
            arrival.answers().observers().unverified();
        }
        announced = ContentDigest.NONE;
    }

    /** Whether taking so many bytes more means writing to a disk, which an event loop should leave to somebody else. */
    public boolean wouldBlock(int bytes) {
        return body.wouldBlock(bytes);
    }

    /** The body so far, for the handler to read. An {@link Exchange} closes it when it ends. */
    public BodyBuffer body() {
        return body;
    }

    /** What to tell a client when an adapter cannot do what was decided: nothing ran, and it may come again soon. */
    public HttpAnswer overloaded() {
        return arrival.answers().of(Problems.OVERLOADED);
    }

    /**
     * The answer that the admission gave has been sent, or never will be: the memory that it takes is another's. To be told
     * after every {@link HttpAdmission.Answered}, since large answers would else use up what all of them may take together.
     */
    public void sent() {
        room.leave();
    }

    /** The client has gone, or its body cannot be read: nothing runs, and nothing stays behind. */
    public void discard() {
        body.close();
        room.leave();
        watch().ended("gone");
    }

    private SteadyWatch watch() {
        return arrival.answers().watch();
    }

    /**
     * The body is complete: decides. Does not block. The stage fails with nothing but an {@link Error}, when there is no
     * memory left, say, and completes on the calling thread or the engine's executor; cancelling it means that the client has
     * gone, and then nothing runs.
     */
    public CompletionStage<HttpAdmission> admit() {
        return decided(engine::admitAsync);
    }

    /** Like {@link #admit}, and waits for the decision; an interrupted caller gets a problem, and nothing stays behind. */
    public HttpAdmission admitAndWait() {
        try {
            FoundKey key = key();
            HttpAdmission known = decidedAlready(key);
            return known != null ? known : waitedFor(intent(key));
        } catch (RuntimeException | Error e) {
            discard();
            throw e;
        }
    }

    /** Whatever fails on the way, the body's memory or file does not stay behind. */
    private CompletionStage<HttpAdmission> decided(Function<Intent, CompletionStage<Admission>> admit) {
        try {
            FoundKey key = key();
            HttpAdmission known = decidedAlready(key);
            return known != null ? CompletableFuture.completedFuture(known) : handedOver(intent(key), admit);
        } catch (RuntimeException | Error e) {
            discard();
            throw e;
        }
    }

    private CompletionStage<HttpAdmission> handedOver(
            Intent intent, Function<Intent, CompletionStage<Admission>> admit) {
        return Handover.of(
                admit.apply(intent).toCompletableFuture(), admission -> decided(intent, admission), this::discard);
    }

    private HttpAdmission waitedFor(Intent intent) {
        return decided(intent, engine.admit(intent));
    }

    /**
     * Like {@link #admitAndWait}, but holds no thread for another's attempt (R28): if the operation waits and the key is
     * busy, the stage is not complete yet, and completes on the engine's executor; cancel it when the client has gone. In
     * every other case it is complete.
     */
    public CompletionStage<HttpAdmission> admitOrWait() {
        return decided(engine::admitOrWait);
    }

    /** Of a body that was given up there is nothing left to look into. */
    private FoundKey key() {
        return arrival.key().isMissing() && body.state() == BodyBuffer.State.WHOLE
                ? BodyKey.in(body, arrival.policy(), saysJson)
                : arrival.key();
    }

    /** What needs no store to be told; null when it does. */
    private @Nullable HttpAdmission decidedAlready(FoundKey key) {
        if (body.state() != BodyBuffer.State.WHOLE) {
            return refused(body.state() == BodyBuffer.State.TOO_LARGE ? Problems.BODY_TOO_LARGE : Problems.OVERLOADED);
        }
        if (!announced.matches()) {
            return refused(Problems.DIGEST_MISMATCH);
        }
        if (key.isMissing() && !arrival.policy().isKeyRequired()) {
            watch().ended("passed");
            return PASS;
        }
        // A key of a header was checked when it was seen.
        Problem problem = arrival.key().isMissing() ? problem(key) : null;
        return problem == null ? null : refused(problem);
    }

    /** What is wrong with a key of the body. */
    private @Nullable Problem problem(FoundKey key) {
        Problem problem = key.checked(arrival.policy().operation());
        if (problem == null) {
            return key.issuedTo(arrival.tenant(), arrival.policy().operation());
        }
        return arrival.policy().issuesKeys() ? Problems.SESSION_INVALID : problem;
    }

    private Intent intent(FoundKey key) {
        return new Intent(
                arrival.policy().operation(), arrival.tenant(), new IdempotencyKey(key.orThrow()), digest.finish(body));
    }

    private HttpAdmission decided(Intent intent, Admission admission) {
        if (admission instanceof Admission.Run run) {
            watch().ended(admission);
            return new HttpAdmission.Run(new Exchange(run.ticket(), intent, arrival, body, buffers));
        }
        body.close();
        // First the answer: whoever watches is told while it still watches which request a replay comes from.
        HttpAnswer answer = arrival.answers().of(admission);
        watch().ended(admission);
        // A saved answer may be large, and waits here for its client: there must be room for it from now on.
        return new HttpAdmission.Answered(
                room.take(answer.size()) ? answer : arrival.answers().refusal(Problems.NO_ROOM_TO_REPLAY));
    }

    private HttpAdmission refused(Problem problem) {
        body.close();
        watch().refused(problem);
        return new HttpAdmission.Answered(arrival.answers().refusal(problem));
    }
}
