// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The right to be the one process that works on a file: a lock of the operating system on {@code <file>.lock}, which says
 * who has it. A crash frees it.
 */
final class SqliteLock implements AutoCloseable {

    /**
     * The locks of this process, by the names of system properties: those are the same for all class loaders, which may each
     * have this class. A process must not even open a file that it has locked: to close the second channel would free the
     * lock of the first (POSIX).
     */
    private static final String OURS = "dev.semel.jdbc.sqlite.locked:";

    /** Channels to files that this process had locked already, and that must stay open for the same reason. */
    private static final List<FileChannel> KEPT = new CopyOnWriteArrayList<>();

    /** Beyond the text: on Windows a locked byte cannot be read, and others must read who has the lock. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path path;
    private final FileChannel channel;

    private SqliteLock(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws IllegalStateException if somebody has it; the message says who
     */
    static SqliteLock of(Path file) {
        Path path = file.resolveSibling(file.getFileName() + ".lock");
        if (System.getProperties().putIfAbsent(OURS + path, self()) != null) {
            throw ours(file);
        }
        SqliteLock lock = null;
        try {
            lock = lock(file, path);
            return lock;
        } finally {
            if (lock == null) {
                System.clearProperty(OURS + path);
            }
        }
    }

    private static SqliteLock lock(Path file, Path path) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock taken = channel.tryLock(LOCKED_BYTE, 1, false);
            if (taken == null) {
                channel.close();
                throw refusal(
                        file, Files.readString(path).strip() + ": stop it, or give this service a file of its own");
            }
            write(channel, self());
            return new SqliteLock(path, channel);
        } catch (OverlappingFileLockException e) {
            // By another name of the file, or by somebody who does not know of our properties.
            KEPT.add(channel);
            throw ours(file);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new UncheckedIOException("the lock beside " + file + " cannot be taken: " + e.getMessage(), e);
        }
    }

    private static IllegalStateException ours(Path file) {
        return refusal(file, "this very process (" + self() + "): share its SqliteStore");
    }

    private static IllegalStateException refusal(Path file, String owner) {
        return new IllegalStateException(file + " is owned by " + owner + ". A SQLite file belongs to one process.");
    }

    private static String self() {
        ProcessHandle process = ProcessHandle.current();
        String since = process.info()
                .startInstant()
                .map(Instant::toString)
                .map(at -> ", running since " + at)
                .orElse("");
        return "process " + process.pid() + since;
    }

    private static void write(FileChannel channel, String owner) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The failure that led here is the one to tell.
        }
    }

    /** The lock's own file stays: whoever removed it could remove that of the next owner. */
    @Override
    public void close() {
        closeQuietly(channel);
        System.clearProperty(OURS + path);
    }
}
