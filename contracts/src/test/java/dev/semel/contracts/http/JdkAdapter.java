// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.semel.http.AnswerBody;
import dev.semel.http.Exchange;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAdmission;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import dev.semel.http.RequestHead;
import dev.semel.http.Sending;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * An adapter for the server that the JDK brings: it shows that the neutral module is enough. Its steps can be overridden, one
 * at a time, to make the mistakes that adapters are known to make.
 */
class JdkAdapter implements HttpHandler {

    private final HttpIdempotency http;
    private final HttpStage stage;

    JdkAdapter(HttpIdempotency http, HttpStage stage) {
        this.http = http;
        this.stage = stage;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        http.receive(head(exchange)).match(new Reception.Cases<Void>() {
            @Override
            public Void passThrough() {
                return unprotected(exchange);
            }

            @Override
            public Void answer(HttpAnswer answer) {
                return send(exchange, answer);
            }

            @Override
            public Void read(Intake intake) {
                return admit(exchange, intake);
            }
        });
        // Not after an exception: the server cuts the connection then, and closed the answer would look whole.
        exchange.close();
    }

    RequestHead head(HttpExchange exchange) {
        return new JdkHead(exchange);
    }

    Void unprotected(HttpExchange exchange) {
        try {
            Whole sink = new Whole();
            stage.play(JdkRequests.of(exchange, exchange.getRequestBody()), sink);
            return send(exchange, HttpAnswer.of(sink.status, sink.headers, sink.bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Void admit(HttpExchange exchange, Intake intake) {
        try {
            feed(exchange, intake);
        } catch (IOException e) {
            intake.discard();
            throw new UncheckedIOException(e);
        }
        return intake.admitAndWait().match(new HttpAdmission.Cases<>() {
            @Override
            public Void passThrough() {
                return unprotected(exchange);
            }

            @Override
            public Void answer(HttpAnswer answer) {
                try {
                    return refuse(exchange, answer);
                } finally {
                    sent(intake);
                }
            }

            @Override
            public Void run(Exchange run) {
                return JdkAdapter.this.run(exchange, run);
            }
        });
    }

    Void refuse(HttpExchange exchange, HttpAnswer answer) {
        return send(exchange, answer);
    }

    /** The answer has left, whether or not it arrived. */
    void sent(Intake intake) {
        intake.sent();
    }

    void feed(HttpExchange exchange, Intake intake) throws IOException {
        intake.feed(exchange.getRequestBody());
    }

    Void run(HttpExchange exchange, Exchange run) {
        Captured captured = new Captured(exchange, run);
        try (AnswerBody body = captured.body) {
            HttpAnswer own;
            try {
                stage.play(JdkRequests.of(exchange, body(run)), captured);
                own = body.kept(captured.status, captured.headers);
            } catch (IOException | RuntimeException | AssertionError e) {
                return failed(exchange, run, captured, e);
            }
            return ended(exchange, run, captured, own);
        }
    }

    InputStream body(Exchange run) {
        return run.body().open();
    }

    Void failed(HttpExchange exchange, Exchange run, Captured captured, Throwable failure) {
        Sending sending = run.threw(failure).toCompletableFuture().join();
        if (captured.body.hasDeparted()) {
            throw new UncheckedIOException(new IOException("the handler failed when its answer had begun to leave"));
        }
        return send(exchange, sending.or(HttpAnswer.empty(500, Headers.NONE)));
    }

    Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
        Sending sending = captured.body.end(own).toCompletableFuture().join();
        boolean departed = captured.body.departs(sending);
        if (captured.body.isBroken()) {
            throw new UncheckedIOException(new IOException("a part of the answer is lost"));
        }
        return departed ? null : send(exchange, sending.or(own.with(run.marks())));
    }

    /** A client that has gone needs no answer. */
    Void send(HttpExchange exchange, HttpAnswer answer) {
        try {
            boolean bodiless = exchange.getRequestMethod().equals("HEAD");
            OutputStream out = begin(exchange, answer.status(), answer.headers(), bodiless ? 0 : answer.size());
            if (!bodiless) {
                answer.writeTo(out);
            }
        } catch (IOException e) {
            exchange.close();
        }
        return null;
    }

    /** The server takes 0 for chunks and -1 for nothing. */
    static OutputStream begin(HttpExchange exchange, int status, Headers headers, long size) throws IOException {
        for (Header header : headers) {
            exchange.getResponseHeaders().add(header.name(), header.value());
        }
        exchange.sendResponseHeaders(status, size == 0 ? -1 : Math.max(size, 0));
        return exchange.getResponseBody();
    }

    /** An answer that is kept until it has ended. */
    static final class Captured implements HttpStage.Sink {

        final AnswerBody body;
        int status = 200;
        Headers headers = Headers.NONE;

        Captured(HttpExchange exchange, Exchange run) {
            this.body = run.answerBody(() -> begin(exchange, status, headers.and(run.marks()), -1));
        }

        @Override
        public void head(int newStatus, Headers newHeaders) {
            status = newStatus;
            headers = newHeaders;
        }

        @Override
        public void write(byte[] bytes) {
            body.write(bytes, 0, bytes.length);
        }

        @Override
        public void flush() {
            body.flush();
        }
    }

    /** An answer in memory, of a request that is not protected. */
    private static final class Whole implements HttpStage.Sink {

        final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        int status = 200;
        Headers headers = Headers.NONE;

        @Override
        public void head(int newStatus, Headers newHeaders) {
            status = newStatus;
            headers = newHeaders;
        }

        @Override
        public void write(byte[] more) {
            bytes.writeBytes(more);
        }

        @Override
        public void flush() {}
    }
}
