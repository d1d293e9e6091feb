// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A body that is kept until it is no longer needed: in memory up to a threshold, beyond it in a temporary file that
 * disappears with the buffer, or with the process. It never takes more than its limit, nor more memory than all buffers
 * together may.
 *
 * <p>Filled by one thread at a time, then read by as many as like; {@link #close()} may be called by any, and again.
 * Reading from memory never blocks; {@link #wouldBlock} tells when taking more means writing to a disk, so that an event
 * loop can leave that to somebody else.
 */
public final class BodyBuffer implements Closeable {

    private static final byte[] NOTHING = {};
    private static final int SMALLEST = 512;
    private static final String GONE = "the body is not kept any more: its request has ended";

    /** What became of the bytes so far. */
    public enum State {
        /** All bytes are there. */
        WHOLE,
        /** There were more than the limit; what was there of a request is gone, and of an answer stays. */
        TOO_LARGE,
        /** There was no room for more, in memory or on disk; what was there of a request is gone, and of an answer stays. */
        NO_ROOM
    }

    private final BufferSettings settings;
    private final long limit;
    private final boolean refusesBeyondBudget;
    private final AtomicBoolean closed = new AtomicBoolean();
    private byte[] memory = NOTHING;
    private int taken;
    private long size;
    private @Nullable SpillFile file;
    private State state = State.WHOLE;

    private BodyBuffer(BufferSettings settings, long limit, boolean refusesBeyondBudget) {
        this.settings = settings;
        this.limit = limit;
        this.refusesBeyondBudget = refusesBeyondBudget;
    }

    /** For a request: beyond the budget it is better to refuse it now. */
    static BodyBuffer forRequest(BufferSettings settings) {
        return new BodyBuffer(settings, settings.bodyLimit(), true);
    }

    /** For an answer: the work is done, so that beyond the budget it goes to disk. */
    static BodyBuffer forAnswer(BufferSettings settings, long limit) {
        return new BodyBuffer(settings, limit, false);
    }

    /** Makes room for so many bytes at once, where they are announced; a lie costs no more than the threshold. */
    void expect(long bytes) {
        boolean open = file == null && state == State.WHOLE && !closed.get();
        if (open && bytes > 0 && bytes <= settings.inMemory()) {
            reserve((int) bytes);
        }
    }

    /** How many bytes can be put straight into {@link #array()}, from {@link #size()} on: see {@link #expect}. */
    int room() {
        return file == null && state == State.WHOLE && !closed.get() ? memory.length - (int) size : 0;
    }

    /** So many bytes were put there; false when the body has become too large. */
    boolean added(int bytes) {
        if (size + bytes > limit) {
            return fail(State.TOO_LARGE);
        }
        size += bytes;
        return true;
    }

    /** Whether taking so many bytes more means writing to a disk; if not, there is room for them from now on. */
    public boolean wouldBlock(int bytes) {
        boolean large = file != null || size + bytes > settings.inMemory();
        // An answer that finds no room goes to a disk, too; a request is refused.
        return large || (!refusesBeyondBudget && state == State.WHOLE && !reserve((int) size + bytes));
    }

    /** Takes bytes; false when the body is, or has become, too large or homeless: see {@link #state()}. */
    public boolean append(byte[] bytes, int from, int length) {
        if (state != State.WHOLE || closed.get()) {
            return false;
        }
        if (size + length > limit) {
            return fail(State.TOO_LARGE);
        }
        if (file == null && size + length <= settings.inMemory() && reserve((int) size + length)) {
            System.arraycopy(bytes, from, memory, (int) size, length);
            size += length;
            return true;
        }
        return appendToFile(bytes, from, length);
    }

    /** Takes the buffer's remaining bytes; false as above. */
    public boolean append(ByteBuffer bytes) {
        int length = bytes.remaining();
        if (bytes.hasArray()) {
            int from = bytes.arrayOffset() + bytes.position();
            bytes.position(bytes.limit());
            return append(bytes.array(), from, length);
        }
        byte[] copy = new byte[length];
        bytes.get(copy);
        return append(copy, 0, length);
    }

    private boolean reserve(int bytes) {
        return bytes <= memory.length || grow(bytes);
    }

    /** Not after it was closed, by whichever thread: nobody would give the memory back. */
    private synchronized boolean grow(int bytes) {
        if (closed.get()) {
            return false;
        }
        int capacity = Math.max(bytes, Math.min(settings.inMemory(), Math.max(SMALLEST, memory.length * 2)));
        if (!settings.budget().take(capacity - memory.length)) {
            return false;
        }
        taken += capacity - memory.length;
        memory = Arrays.copyOf(memory, capacity);
        return true;
    }

    private boolean appendToFile(byte[] bytes, int from, int length) {
        boolean overBudget = file == null && size + length <= settings.inMemory();
        if (overBudget && refusesBeyondBudget) {
            return fail(State.NO_ROOM);
        }
        try {
            spilled().write(bytes, from, length, size);
            size += length;
            return true;
        } catch (IOException e) {
            return fail(State.NO_ROOM);
        }
    }

    /** The file, with what was in memory; no new one after it was closed: nobody would remove it. */
    private synchronized SpillFile spilled() throws IOException {
        SpillFile spilled = file;
        if (spilled == null) {
            if (closed.get()) {
                throw new IOException(GONE);
            }
            spilled = SpillFile.in(settings.folder(), memory, (int) size);
            file = spilled;
            forgetMemory();
        }
        return spilled;
    }

    /** What there is of an answer stays: it is to be sent, even where it cannot be kept. */
    private boolean fail(State failure) {
        state = failure;
        if (refusesBeyondBudget) {
            release();
        }
        return false;
    }

    /** Whether all bytes that came are there. */
    public State state() {
        return state;
    }

    /** How many bytes there are. */
    public long size() {
        return size;
    }

    /** A read-only view of the bytes, without a copy; empty when they are on disk. */
    public Optional<ByteBuffer> inMemory() {
        return file == null ? Optional.of(ByteBuffer.wrap(memory, 0, (int) size).asReadOnlyBuffer()) : Optional.empty();
    }

    /** Reads the bytes from the beginning; may be called as often as needed, until the buffer is closed. */
    public InputStream open() {
        SpillFile spilled = file;
        if (spilled != null) {
            return spilled.open(size);
        }
        byte[] bytes = memory;
        return bytes.length < size ? new Gone() : new ByteArrayInputStream(bytes, 0, (int) size);
    }

    /** Returns a copy of all bytes. */
    public byte[] toBytes() throws IOException {
        byte[] bytes = memory;
        return file == null && bytes.length >= size ? Arrays.copyOf(bytes, (int) size) : open().readAllBytes();
    }

    /** All bytes, for one who takes them over: nothing is added afterwards. Not a copy where they fill their array in memory. */
    public byte[] takeBytes() throws IOException {
        return file == null && memory.length == size ? memory : toBytes();
    }

    /** The array in memory, of which the first {@link #size()} bytes count, for code that does not change it. */
    byte @Nullable [] array() {
        return file == null ? memory : null;
    }

    /** Gives memory and disk back. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release();
        }
    }

    private synchronized void release() {
        forgetMemory();
        if (file != null) {
            file.close();
        }
    }

    private void forgetMemory() {
        settings.budget().giveBack(taken);
        taken = 0;
        memory = NOTHING;
    }

    /** What was there: one who reads on after the end must not take it for an empty body. */
    private static final class Gone extends InputStream {

        @Override
        public int read() throws IOException {
            throw new IOException(GONE);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            throw new IOException(GONE);
        }
    }
}
