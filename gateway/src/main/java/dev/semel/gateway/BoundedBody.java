// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an answer, taken as it comes and without a thread that waits; empty where it is larger than its limit, and not read on. */
final class BoundedBody implements BodySubscriber<Optional<byte[]>> {

    private final int limit;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final CompletableFuture<Optional<byte[]>> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription source;

    BoundedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<Optional<byte[]>> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        pieces.forEach(this::take);
    }

    private void take(ByteBuffer piece) {
        if (body.isDone()) {
            return;
        }
        if (piece.remaining() > limit - taken.size()) {
            body.complete(Optional.empty());
            if (source != null) {
                source.cancel();
            }
            return;
        }
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        taken.writeBytes(bytes);
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(Optional.of(taken.toByteArray()));
    }
}
