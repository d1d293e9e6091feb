// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAdmission;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A protected request: its body is taken, then it is decided who runs. Used on the request's own event loop. */
final class Guarded {

    private final HttpServerRequest arrived;
    private final Intake intake;
    private final Context context;
    private final HttpAdmission.Cases<Void> cases;
    private boolean over;
    private boolean writing;

    /** What is admitted goes to one, what passes unprotected after all to the other. */
    Guarded(HttpServerRequest arrived, Intake intake, Context context, Consumer<Exchange> run, Consumer<Intake> pass) {
        this.arrived = arrived;
        this.intake = intake;
        this.context = context;
        this.cases = new HttpAdmission.Cases<>() {
            @Override
            public Void passThrough() {
                pass.accept(intake);
                return null;
            }

            @Override
            public Void answer(HttpAnswer answer) {
                Reply.send(arrived.response(), answer).onComplete(sent -> intake.sent());
                return null;
            }

            @Override
            public Void run(Exchange exchange) {
                run.accept(exchange);
                return null;
            }
        };
    }

    void read() {
        intake.expect(AnnouncedLength.of(arrived.headers().get(HttpHeaders.CONTENT_LENGTH)));
        arrived.handler(this::take);
        arrived.endHandler(end -> whole());
        arrived.exceptionHandler(gone -> discard());
        // Whoever is answered before the body is whole was too slow: before he hears it, what came is let go, and it
        // does not run,
        // whatever still comes.
        arrived.response().headersEndHandler(answered -> discard());
        arrived.resume();
    }

    private void take(Buffer piece) {
        if (over) {
            return;
        }
        if (!intake.wouldBlock(piece.length())) {
            taken(intake.feed(Pieces.view(piece)));
            return;
        }
        // It goes to a disk, and that is not for an event loop.
        arrived.pause();
        writing = true;
        context.owner().executeBlocking(() -> intake.feed(Pieces.view(piece))).onComplete(fed -> {
            written(fed.succeeded() && fed.result());
            arrived.resume();
        });
    }

    private void written(boolean more) {
        writing = false;
        if (over) {
            // Meanwhile the client has gone, or was answered.
            intake.discard();
        } else {
            taken(more);
        }
    }

    /** Who needs no more of the body refuses it. */
    private void taken(boolean more) {
        if (!more && !over) {
            over = true;
            if (arrived.version() != HttpVersion.HTTP_2) {
                // The rest is not worth keeping; over HTTP/2 the connection has other requests.
                arrived.response().putHeader("Connection", "close");
                arrived.response().endHandler(sent -> Malformed.linger(arrived));
            }
            admit();
        }
    }

    private void whole() {
        if (!over) {
            over = true;
            admit();
        }
    }

    /** Not under the hands of whoever is writing to a disk: what is open then goes when that is done. */
    private void discard() {
        if (!over) {
            over = true;
            if (!writing) {
                intake.discard();
            }
        }
    }

    private void admit() {
        CompletableFuture<HttpAdmission> admitted = intake.admit().toCompletableFuture();
        if (admitted.isDone() && !admitted.isCompletedExceptionally()) {
            admitted.join().match(cases);
            return;
        }
        arrived.response().closeHandler(gone -> admitted.cancel(false));
        CompletableFuture<HttpAdmission> unused =
                admitted.whenComplete((admission, failure) -> Onward.on(context, () -> decided(admission)));
    }

    /** Nothing is decided where the client is gone, or by an error that nobody foresaw: then it must not wait for ever. */
    private void decided(@Nullable HttpAdmission admission) {
        arrived.response().closeHandler(null);
        if (admission != null) {
            admission.match(cases);
        } else if (!arrived.response().closed()) {
            arrived.response().reset();
        }
    }
}
