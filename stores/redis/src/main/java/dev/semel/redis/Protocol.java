// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.netty.buffer.ByteBuf;

/**
 * How a command is written: the number of its words, and each word behind its length. Small words are put together first: Netty's
 * buffers check each write, and the driver makes three for each word.
 */
final class Protocol {

    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[1024]);

    /** A longer word is written by itself, without a second copy. */
    private static final int LONGEST_SMALL = 512;

    /** A sign, the digits of an int, and the end of the line. */
    private static final int LONGEST_HEAD = 13;

    private static final int LINE_END = 2;

    private Protocol() {}

    static void write(ByteBuf out, byte[][] words) {
        byte[] scratch = SCRATCH.get();
        int at = head(scratch, 0, '*', words.length);
        for (byte[] word : words) {
            boolean small = word.length <= LONGEST_SMALL;
            if (at + LONGEST_HEAD + (small ? word.length : 0) + LINE_END > scratch.length) {
                out.writeBytes(scratch, 0, at);
                at = 0;
            }
            at = head(scratch, at, '$', word.length);
            if (small) {
                System.arraycopy(word, 0, scratch, at, word.length);
                at += word.length;
            } else {
                out.writeBytes(scratch, 0, at);
                out.writeBytes(word);
                at = 0;
            }
            at = lineEnd(scratch, at);
        }
        out.writeBytes(scratch, 0, at);
    }

    private static int head(byte[] scratch, int from, char sign, int number) {
        scratch[from] = (byte) sign;
        int end = from + 1 + digits(number);
        int left = number;
        for (int at = end - 1; at > from; at--) {
            scratch[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
        return lineEnd(scratch, end);
    }

    private static int digits(int number) {
        int digits = 1;
        for (int left = number; left >= 10; left /= 10) {
            digits++;
        }
        return digits;
    }

    private static int lineEnd(byte[] scratch, int at) {
        scratch[at] = '\r';
        scratch[at + 1] = '\n';
        return at + LINE_END;
    }
}
