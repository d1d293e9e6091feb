// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Tenant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Takes a request's body, and then decides. Nothing of the body is lost: the handler reads it again from {@link #body()}
 * (T12). Used by one thread at a time. End it by {@link #admit}, {@link #admitAndWait} or {@link #discard}.
 */
public final class Intake {

    private static final int CHUNK = 8192;

    private final Idempotency engine;
    private final HttpPolicy policy;
    private final Tenant tenant;
    private final String key;
    private final Answers answers;
    private final BufferSettings buffers;
    private final BodyBuffer body;
    private final RequestDigest digest;

    Intake(Idempotency engine, RequestHead head, Arrival arrival, BufferSettings buffers) {
        this.engine = engine;
        this.policy = arrival.policy();
        this.tenant = arrival.tenant();
        this.key = arrival.key();
        this.answers = arrival.answers();
        this.buffers = buffers;
        this.body = BodyBuffer.forRequest(buffers);
        this.digest = new RequestDigest(head, MediaType.of(head));
    }

    /** Takes a piece of the body; false when no more is needed, because the request will be refused. */
    public boolean feed(byte[] bytes, int from, int length) {
        digest.update(bytes, from, length);
        return body.append(bytes, from, length);
    }

    /** Takes a piece of the body; false as above. */
    public boolean feed(ByteBuffer bytes) {
        if (bytes.hasArray()) {
            int from = bytes.arrayOffset() + bytes.position();
            int length = bytes.remaining();
            bytes.position(bytes.limit());
            return feed(bytes.array(), from, length);
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return feed(copy, 0, copy.length);
    }

    /** Takes the whole body from a stream; blocks as the stream does. */
    public void feed(InputStream stream) throws IOException {
        byte[] chunk = new byte[CHUNK];
        boolean wanted = true;
        for (int read = stream.read(chunk); read >= 0 && wanted; read = stream.read(chunk)) {
            wanted = feed(chunk, 0, read);
        }
    }

    /** Whether taking so many bytes more means writing to a disk, which an event loop should leave to somebody else. */
    public boolean wouldBlock(int bytes) {
        return body.wouldBlock(bytes);
    }

    /** The body so far, for the handler to read. An {@link Exchange} closes it when it ends. */
    public BodyBuffer body() {
        return body;
    }

    /** The client has gone, or its body cannot be read: nothing runs, and nothing stays behind. */
    public void discard() {
        body.close();
    }

    /**
     * The body is complete: decides. Does not block. The stage never fails, and completes on the calling thread or the
     * engine's executor; cancelling it means that the client has gone, and then nothing runs.
     */
    public CompletionStage<HttpAdmission> admit() {
        return switch (body.state()) {
            case TOO_LARGE -> CompletableFuture.completedFuture(refused(Problems.BODY_TOO_LARGE));
            case NO_ROOM -> CompletableFuture.completedFuture(refused(Problems.OVERLOADED));
            case WHOLE -> Handover.of(engine.admitAsync(intent()).toCompletableFuture(), this::decided, body::close);
        };
    }

    /** Like {@link #admit}, and waits for the decision; an interrupted caller gets a problem, and nothing stays behind. */
    public HttpAdmission admitAndWait() {
        return switch (body.state()) {
            case TOO_LARGE -> refused(Problems.BODY_TOO_LARGE);
            case NO_ROOM -> refused(Problems.OVERLOADED);
            case WHOLE -> decided(engine.admit(intent()));
        };
    }

    private Intent intent() {
        return new Intent(policy.operation(), tenant, new IdempotencyKey(key), digest.finish());
    }

    private HttpAdmission decided(Admission admission) {
        if (admission instanceof Admission.Run run) {
            return new HttpAdmission.Run(new Exchange(run.ticket(), policy, answers, body, buffers));
        }
        body.close();
        return new HttpAdmission.Answered(answers.of(admission));
    }

    private HttpAdmission refused(Problem problem) {
        body.close();
        return new HttpAdmission.Answered(answers.of(problem));
    }
}
