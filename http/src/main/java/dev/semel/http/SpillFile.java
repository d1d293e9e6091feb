// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file that only its owner can read and that is gone when it is closed. On Unix it has no name from the
 * moment it is opened, so that not even a killed process leaves one behind.
 */
final class SpillFile {

    private final FileChannel channel;

    private SpillFile(FileChannel channel) {
        this.channel = channel;
    }

    /** A file that begins with these bytes; if they do not fit on the disk there is none, and they are still the caller's. */
    static SpillFile in(Path folder, byte[] beginning, int length) throws IOException {
        // Readable by its owner alone: that is what createTempFile asks for.
        Path path = Files.createTempFile(folder, "semel-", ".body");
        SpillFile file = open(path);
        try {
            file.write(beginning, 0, length, 0);
            return file;
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static SpillFile open(Path path) throws IOException {
        try {
            return new SpillFile(FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException | RuntimeException | Error e) {
            // Too many open files, say: then it is still there, under its name.
            Files.deleteIfExists(path);
            throw e;
        }
    }

    void write(byte[] bytes, int from, int length, long position) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, from, length);
            long at = position;
            while (buffer.hasRemaining()) {
                at += channel.write(buffer, at);
            }
        } finally {
            keep(interrupted);
        }
    }

    /** A channel closes itself, and the body with it, when an interrupted thread uses it; so the thread is told afterwards. */
    private static void keep(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    InputStream open(long size) {
        return new Reader(size);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing can be done about it, and the file is gone all the same.
            System.getLogger("dev.semel").log(System.Logger.Level.DEBUG, "a temporary file was not closed", e);
        }
    }

    /** One pass over the file; several may go on at once. */
    private final class Reader extends InputStream {

        private final long size;
        private long position;

        Reader(long size) {
            this.size = size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (position >= size) {
                return -1;
            }
            int wanted = (int) Math.min(length, size - position);
            boolean interrupted = Thread.interrupted();
            try {
                int read = channel.read(ByteBuffer.wrap(bytes, from, wanted), position);
                if (read < 0) {
                    throw new EOFException("a temporary file is shorter than what was written to it");
                }
                position += read;
                return read;
            } finally {
                keep(interrupted);
            }
        }

        /** Reads nothing: parts of an upload begin far inside, and there may be many. */
        @Override
        public long skip(long bytes) {
            long skipped = Math.max(0, Math.min(bytes, size - position));
            position += skipped;
            return skipped;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, size - position);
        }
    }
}
