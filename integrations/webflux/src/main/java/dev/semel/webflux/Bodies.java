// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.BodyBuffer;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Kept bodies as streams of buffers, and buffers as bytes. */
final class Bodies {

    private static final int PIECE = 16 << 10;

    private Bodies() {}

    /** All bytes from the beginning, for each who subscribes: from memory at once, from a disk on a thread that may block. */
    static Flux<DataBuffer> stream(BodyBuffer body, DataBufferFactory buffers) {
        return Flux.defer(() -> {
            Optional<ByteBuffer> memory = body.inMemory();
            if (memory.isEmpty()) {
                return DataBufferUtils.readInputStream(body::open, buffers, PIECE)
                        .subscribeOn(Schedulers.boundedElastic());
            }
            // One who comes when the body is closed must not take it for an empty one.
            return memory.get().remaining() < body.size()
                    ? Flux.error(new IllegalStateException("the body is not kept any more: its request has ended"))
                    : body.size() == 0 ? Flux.empty() : Flux.just(buffers.wrap(memory.get()));
        });
    }

    /** All bytes at once; on a thread that may block where they are on a disk. */
    static Mono<byte[]> whole(BodyBuffer body) {
        Mono<byte[]> bytes = Mono.fromCallable(body::toBytes);
        return body.inMemory().isPresent() ? bytes : bytes.subscribeOn(Schedulers.boundedElastic());
    }

    /** The buffer's bytes; it is given back. */
    static byte[] taken(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }
}
