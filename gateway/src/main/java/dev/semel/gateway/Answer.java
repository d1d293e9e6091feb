// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Exchange;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Sending;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An upstream's answer to a protected request: kept until it is whole and recorded, and only then sent. One that is too
 * large to be kept begins to leave at once (R19). Used on the request's own event loop.
 */
final class Answer {

    private final HttpServerResponse response;
    private final Exchange exchange;
    private final HttpClientResponse answer;
    private final Context context;
    private final Consumer<Runnable> end;
    private final Runnable broke;
    private final BodyBuffer kept;
    private final Headers headers;
    private @Nullable Buffer last;
    private boolean streams;
    private boolean drops;

    Answer(
            HttpServerResponse response,
            Exchange exchange,
            HttpClientResponse answer,
            Context context,
            Consumer<Runnable> end,
            Runnable broke) {
        this.response = response;
        this.exchange = exchange;
        this.answer = answer;
        this.context = context;
        this.end = end;
        this.broke = broke;
        this.kept = exchange.capture();
        this.headers = EndToEnd.of(answer.headers());
    }

    void read() {
        answer.handler(this::take);
        answer.endHandler(whole -> onWhole());
        answer.exceptionHandler(failure -> {
            kept.close();
            broke.run();
        });
    }

    private void take(Buffer piece) {
        if (streams) {
            pass(piece);
        } else if (!drops && kept.wouldBlock(piece.length())) {
            answer.pause();
            context.owner()
                    .executeBlocking(() -> kept.append(piece.getBytes(), 0, piece.length()))
                    .onComplete(done -> taken(done.succeeded() && done.result(), piece));
        } else if (!drops && !kept.append(piece.getBytes(), 0, piece.length())) {
            answer.pause();
            tooLarge(piece);
        }
    }

    private void taken(boolean fits, Buffer piece) {
        if (fits) {
            answer.resume();
        } else {
            tooLarge(piece);
        }
    }

    private void tooLarge(Buffer piece) {
        if (!exchange.mayStream()) {
            drops = true;
            kept.close();
            answer.resume();
            return;
        }
        streams = true;
        begin();
        context.owner().executeBlocking(kept::toBytes).onComplete(bytes -> {
            kept.close();
            if (bytes.succeeded()) {
                pass(Buffer.buffer(bytes.result()));
                pass(piece);
                answer.resume();
            } else {
                answer.request().reset();
                broke.run();
            }
        });
    }

    private void begin() {
        Reply.head(response, answer.statusCode(), headers.and(exchange.marks()));
        String length = answer.getHeader("Content-Length");
        if (length != null) {
            response.putHeader("Content-Length", length);
        } else {
            response.setChunked(true);
        }
    }

    /** The newest piece stays: the client must not have the whole answer before it is recorded that there is one. */
    private void pass(Buffer piece) {
        Buffer before = last;
        last = piece;
        if (before != null) {
            write(before);
        }
    }

    /** As fast as the client takes it; where there is none any more, into the void (R18). */
    private void write(Buffer piece) {
        if (response.closed()) {
            return;
        }
        response.write(piece);
        if (response.writeQueueFull()) {
            answer.pause();
            response.drainHandler(drained -> answer.resume());
            response.closeHandler(gone -> answer.resume());
        }
    }

    private void onWhole() {
        if (streams) {
            end.accept(
                    () -> send(exchange.streamed(answer.statusCode()), HttpAnswer.empty(answer.statusCode(), headers)));
        } else if (drops) {
            end.accept(
                    () -> send(exchange.dropped(answer.statusCode()), HttpAnswer.empty(answer.statusCode(), headers)));
        } else if (kept.inMemory().isPresent()) {
            byte[] bytes = new byte[(int) kept.size()];
            kept.inMemory().get().get(bytes);
            record(bytes);
        } else {
            context.owner()
                    .executeBlocking(kept::toBytes)
                    .onSuccess(this::record)
                    .onFailure(lost -> broke.run());
        }
    }

    private void record(byte[] bytes) {
        kept.close();
        HttpAnswer own = HttpAnswer.owning(answer.statusCode(), headers, bytes);
        end.accept(() -> send(exchange.answered(own), own.with(exchange.marks())));
    }

    private void send(CompletionStage<Sending> ended, HttpAnswer own) {
        CompletionStage<Void> unused = ended.thenAccept(sending -> context.runOnContext(here -> {
            if (streams) {
                finish();
            } else {
                Reply.send(response, sending.or(own));
            }
        }));
    }

    private void finish() {
        if (!response.closed() && !response.ended()) {
            response.end(last == null ? Buffer.buffer() : last);
        }
    }
}
