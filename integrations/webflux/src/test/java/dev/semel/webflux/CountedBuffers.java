// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/** Makes buffers of Netty's kind, and knows whether all of them were given back. */
final class CountedBuffers {

    private final NettyDataBufferFactory factory = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);
    private final List<ByteBuf> made = new CopyOnWriteArrayList<>();

    DataBuffer of(String text) {
        NettyDataBuffer buffer = factory.allocateBuffer(Math.max(1, text.length()));
        buffer.write(text.getBytes(StandardCharsets.UTF_8));
        made.add(buffer.getNativeBuffer());
        return buffer;
    }

    void assertAllGivenBack(int howMany) {
        assertThat(made).hasSize(howMany);
        assertThat(made).allMatch(buffer -> buffer.refCnt() == 0, "is given back");
    }
}
