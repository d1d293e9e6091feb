// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Exchange;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Sending;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An upstream's answer to a protected request: kept until it is whole and recorded, and only then sent. One that is too
 * large to be kept begins to leave at once (R19). Used on the request's own event loop.
 */
final class Answer {

    private final HttpServerRequest arrived;
    private final HttpServerResponse response;
    private final Exchange exchange;
    private final HttpClientResponse answer;
    private final Context context;
    private final Owner owner;
    private final BodyBuffer kept;
    private final Headers headers;
    private @Nullable Buffer last;
    private boolean begun;
    private boolean heldUp;
    private boolean deserted;
    private boolean streams;
    private boolean drops;

    /** Whose answer it is. */
    interface Owner {

        /** Whether it has ended without this answer, so that nothing of it may be sent. */
        boolean isOver();

        /** The answer is whole: runs this, which ends it, unless it is over. */
        void end(Runnable ending);

        /** A part of the answer will never come. */
        void broke();
    }

    Answer(HttpServerRequest arrived, Exchange exchange, HttpClientResponse answer, Context context, Owner owner) {
        this.arrived = arrived;
        this.response = arrived.response();
        this.exchange = exchange;
        this.answer = answer;
        this.context = context;
        this.owner = owner;
        this.kept = exchange.capture();
        this.headers = EndToEnd.of(answer.headers());
    }

    void read() {
        answer.handler(this::take);
        answer.endHandler(whole -> onWhole());
        answer.exceptionHandler(failure -> {
            kept.close();
            owner.broke();
        });
    }

    private void take(Buffer piece) {
        if (streams) {
            relay(piece);
        } else if (!drops && kept.wouldBlock(piece.length())) {
            answer.pause();
            context.owner()
                    .executeBlocking(() -> kept.append(Pieces.view(piece)))
                    .onComplete(done -> taken(done.succeeded() && done.result(), piece));
        } else if (!drops && !kept.append(Pieces.view(piece))) {
            answer.pause();
            tooLarge(piece);
        }
    }

    /** As fast as the client takes it. */
    private void relay(Buffer piece) {
        pass(piece);
        if (!isDeserted() && response.writeQueueFull()) {
            heldUp = true;
            answer.pause();
            response.drainHandler(drained -> goOn());
            response.closeHandler(gone -> goOn());
        }
    }

    private void goOn() {
        heldUp = false;
        answer.resume();
    }

    /** Whether more of it could come, and its client does not take what is there. */
    boolean isHeldUpByClient() {
        return heldUp;
    }

    /** Nobody waits for a client any longer: the rest is read without it, so that it is known that there was an answer (R19). */
    void desert() {
        deserted = true;
        response.reset();
        goOn();
    }

    private boolean isDeserted() {
        return deserted || response.closed();
    }

    private void taken(boolean fits, Buffer piece) {
        if (fits) {
            answer.resume();
        } else {
            tooLarge(piece);
        }
    }

    private void tooLarge(Buffer piece) {
        if (owner.isOver() || !exchange.mayStream()) {
            drop();
            answer.resume();
            return;
        }
        streams = true;
        heldUp = true;
        leave().onSuccess(all -> {
                    pass(piece);
                    goOn();
                })
                .onFailure(lost -> {
                    answer.request().reset();
                    owner.broke();
                });
    }

    private void drop() {
        drops = true;
        kept.close();
    }

    /** What is kept leaves, as fast as the client takes it. */
    private Future<Void> leave() {
        begin();
        return Pieces.of(kept, context, this::pass).onComplete(left -> kept.close());
    }

    /** Whether the response has this answer's head, sent or not: nothing else can be said in it then. */
    boolean hasBegun() {
        return begun;
    }

    private void begin() {
        begun = true;
        Reply.head(response, answer.statusCode(), headers.and(exchange.marks()));
        String length = answer.getHeader("Content-Length");
        if (length != null) {
            response.putHeader("Content-Length", length);
        } else if (OpenEnd.isByConnection(arrived)) {
            response.endHandler(answered -> OpenEnd.close(arrived));
        }
    }

    /** The newest piece stays: the client must not have the whole answer before it is recorded that there is one. */
    private Future<Void> pass(Buffer piece) {
        Buffer before = last;
        last = piece;
        return before == null ? Future.succeededFuture() : write(before);
    }

    /** Complete when the client has taken it; where there is none any more, it goes into the void (R18). */
    private Future<Void> write(Buffer piece) {
        return isDeserted() ? Future.succeededFuture() : response.write(piece).otherwiseEmpty();
    }

    private void onWhole() {
        owner.end(() -> {
            if (streams) {
                whenEnded(exchange.streamed(answer.statusCode()), sending -> finish());
            } else if (drops) {
                send(exchange.dropped(answer.statusCode()), HttpAnswer.empty(answer.statusCode(), headers));
            } else {
                takeWhole();
            }
        });
    }

    private void takeWhole() {
        CompletableFuture<Boolean> room = exchange.room(kept.size()).toCompletableFuture();
        if (room.isDone()) {
            takeWhole(room.join());
        } else {
            CompletableFuture<Void> unused = room.thenAccept(taken -> Onward.on(context, () -> takeWhole(taken)));
        }
    }

    private void takeWhole(boolean room) {
        guarded(() -> keepOrSend(room));
    }

    /** No memory to take or save it with, for example: no reason to leave a zombie, or a client that waits (T16). */
    private void guarded(Runnable ending) {
        try {
            ending.run();
        } catch (RuntimeException | Error e) {
            kept.close();
            CompletionStage<Sending> unused = exchange.threw(e);
            exchange.sent();
            response.reset();
            throw e;
        }
    }

    private void keepOrSend(boolean room) {
        if (!room) {
            // There is no memory to save it with: it is recorded without its content, and then sent from where it is.
            whenEnded(exchange.streamed(answer.statusCode()), this::sendFromDisk);
        } else if (kept.inMemory().isPresent()) {
            record(inMemory());
        } else {
            context.owner()
                    .executeBlocking(kept::toBytes)
                    .onSuccess(bytes -> guarded(() -> record(bytes)))
                    .onFailure(lost -> {
                        // The upstream has answered, and nobody will ever know what.
                        kept.close();
                        send(exchange.dropped(answer.statusCode()), HttpAnswer.empty(answer.statusCode(), headers));
                    });
        }
    }

    private byte[] inMemory() {
        try {
            return kept.takeBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("what is in memory is on no disk", e);
        }
    }

    private void record(byte[] bytes) {
        kept.close();
        HttpAnswer own = HttpAnswer.owning(answer.statusCode(), headers, bytes);
        send(exchange.answered(own), own.with(exchange.marks()));
    }

    private void send(CompletionStage<Sending> ended, HttpAnswer own) {
        whenEnded(ended, sending -> Reply.send(response, sending.or(own)).onComplete(sent -> exchange.sent()));
    }

    private void sendFromDisk(Sending sending) {
        if (sending instanceof Sending.Instead instead) {
            kept.close();
            Reply.send(response, instead.answer()).onComplete(sent -> exchange.sent());
        } else if (response.closed()) {
            kept.close();
        } else {
            leave().onSuccess(all -> finish()).onFailure(lost -> response.reset());
        }
    }

    private void whenEnded(CompletionStage<Sending> ended, Consumer<Sending> then) {
        CompletionStage<Void> unused = ended.thenAccept(sending -> Onward.on(context, () -> then.accept(sending)));
    }

    private void finish() {
        exchange.sent();
        if (!isDeserted() && !response.ended()) {
            response.end(last == null ? Buffer.buffer() : last);
        }
    }
}
