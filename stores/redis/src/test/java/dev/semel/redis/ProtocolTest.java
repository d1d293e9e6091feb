// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A command on its way to Redis")
class ProtocolTest {

    @Test
    @DisplayName("has the bytes that the driver would send, whatever the lengths of its words")
    void sameBytes() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            byte[][] words = words(random);

            assertThat(ours(words)).as("round " + round).isEqualTo(theirs(words));
        }
    }

    /** Empty, small, around the lengths where words are put together or not, and large. */
    private static byte[][] words(Random random) {
        int[] lengths = {0, 1, 9, 10, 75, 99, 100, 497, 498, 499, 500, 511, 512, 513, 999, 1_000, 1_024, 9_999, 70_000};
        return IntStream.range(0, 1 + random.nextInt(12))
                .mapToObj(i -> {
                    byte[] word = new byte[lengths[random.nextInt(lengths.length)]];
                    random.nextBytes(word);
                    return word;
                })
                .toArray(byte[][]::new);
    }

    private static byte[] ours(byte[][] arguments) {
        byte[][] words = new byte[arguments.length + 1][];
        words[0] = Words.of("EVAL");
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        ByteBuf buffer = Unpooled.directBuffer();
        Protocol.write(buffer, words);
        return bytes(buffer);
    }

    private static byte[] theirs(byte[][] arguments) {
        CommandArgs<byte[], byte[]> all = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        for (byte[] argument : arguments) {
            all.add(argument);
        }
        ByteBuf buffer = Unpooled.buffer();
        new Command<byte[], byte[], byte[]>(CommandType.EVAL, null, all).encode(buffer);
        return bytes(buffer);
    }

    private static byte[] bytes(ByteBuf buffer) {
        try {
            return ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }
}
