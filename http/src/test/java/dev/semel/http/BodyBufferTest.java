// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A body buffer")
class BodyBufferTest {

    private static final int IN_MEMORY = 1000;
    private static final int LIMIT = 100_000;

    @TempDir
    Path folder;

    private final MemoryBudget budget = new MemoryBudget(1500);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1000, 1001, 5000, 100_000})
    @DisplayName(
            "T12: gives back every byte that it took, as often as asked, and leaves neither memory nor file behind:")
    void roundTrip(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        BodyBuffer buffer = filled(bytes, 700);

        assertThat(buffer.state()).isEqualTo(BodyBuffer.State.WHOLE);
        assertThat(buffer.size()).isEqualTo(size);
        assertThat(buffer.inMemory().isPresent()).isEqualTo(size <= IN_MEMORY);
        assertThat(buffer.toBytes()).isEqualTo(bytes);
        try (InputStream one = buffer.open();
                InputStream other = buffer.open()) {
            assertThat(one.readAllBytes()).isEqualTo(bytes);
            assertThat(other.readAllBytes()).isEqualTo(bytes);
        }
        buffer.close();
        buffer.close();
        assertThat(budget.left()).isEqualTo(1500);
        assertThat(files()).isZero();
    }

    @Test
    @DisplayName("has no file that another process, or a crash, could leave readable")
    void fileHasNoName() throws IOException {
        try (BodyBuffer buffer = filled(new byte[5000], 700)) {
            assertThat(buffer.inMemory()).isEmpty();
            assertThat(files()).isZero();
            assertThat(buffer.open().read()).isZero();
        }
    }

    @Test
    @DisplayName("is skipped without being read, on a disk too: the parts of an upload begin far inside")
    void skips() throws IOException {
        BodyBuffer buffer = filled(new byte[5000], 700);
        try (InputStream in = buffer.open()) {
            buffer.close();

            assertThat(in.skip(4999)).isEqualTo(4999);
            assertThat(in.skip(2)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("T12: is never taken for an empty one after it was closed, nor takes anything any more")
    void closed() throws IOException {
        for (int size : new int[] {10, IN_MEMORY + 1}) {
            BodyBuffer buffer = filled(new byte[size], 700);
            buffer.close();

            assertThatThrownBy(() -> buffer.open().read()).isInstanceOf(IOException.class);
            assertThatThrownBy(buffer::toBytes).isInstanceOf(IOException.class);
            assertThat(buffer.append(new byte[1], 0, 1)).isFalse();
            assertThat(budget.left()).isEqualTo(1500);
        }
    }

    @Test
    @DisplayName("says beforehand when it will write to a disk")
    void wouldBlock() {
        try (BodyBuffer buffer = filled(new byte[900], 900)) {
            assertThat(buffer.wouldBlock(100)).isFalse();
            assertThat(buffer.wouldBlock(101)).isTrue();
            buffer.append(new byte[101], 0, 101);
            assertThat(buffer.wouldBlock(1)).isTrue();
        }
    }

    @Test
    @DisplayName("refuses what is beyond its limit, and gives everything back at once")
    void tooLarge() {
        BodyBuffer buffer = filled(new byte[LIMIT], 700);

        assertThat(buffer.append(new byte[1], 0, 1)).isFalse();
        assertThat(buffer.state()).isEqualTo(BodyBuffer.State.TOO_LARGE);
        assertThat(buffer.append(new byte[0], 0, 0)).isFalse();
        assertThat(budget.left()).isEqualTo(1500);
        assertThat(files()).isZero();
    }

    @Test
    @DisplayName(
            "R29: of a request is refused when all buffers together have taken their memory; of an answer goes to disk")
    void budget() throws IOException {
        try (BodyBuffer hog = filled(new byte[1000], 1000)) {
            BodyBuffer request = BodyBuffer.forRequest(settings(folder));
            BodyBuffer answer = BodyBuffer.forAnswer(settings(folder), LIMIT);

            assertThat(request.append(new byte[600], 0, 600)).isFalse();
            assertThat(request.state()).isEqualTo(BodyBuffer.State.NO_ROOM);
            assertThat(answer.append(new byte[600], 0, 600)).isTrue();
            assertThat(answer.toBytes()).hasSize(600);
            assertThat(hog.size()).isEqualTo(1000);
            answer.close();
        }
        assertThat(budget.left()).isEqualTo(1500);
    }

    @Test
    @DisplayName("R29: that finds no room on disk says so, and throws nothing")
    void noDisk() {
        BodyBuffer buffer = BodyBuffer.forRequest(settings(folder.resolve("missing")));

        assertThat(buffer.append(new byte[2000], 0, 2000)).isFalse();
        assertThat(buffer.state()).isEqualTo(BodyBuffer.State.NO_ROOM);
    }

    @Test
    @DisplayName("takes byte buffers of all kinds, and a place announced beforehand is taken once")
    void byteBuffers() throws IOException {
        try (BodyBuffer buffer = BodyBuffer.forRequest(settings(folder))) {
            buffer.expect(20);
            ByteBuffer direct = ByteBuffer.allocateDirect(10).putInt(7).flip();
            ByteBuffer slice = ByteBuffer.wrap(new byte[] {9, 8, 7, 6}, 1, 2).slice();

            assertThat(buffer.append(direct)).isTrue();
            assertThat(buffer.append(slice)).isTrue();
            assertThat(direct.hasRemaining() || slice.hasRemaining()).isFalse();
            assertThat(buffer.toBytes()).containsExactly(0, 0, 0, 7, 8, 7);
            assertThat(budget.left()).isEqualTo(1500 - 512);
            assertThat(buffer.inMemory().orElseThrow().isReadOnly()).isTrue();
        }
    }

    private BodyBuffer filled(byte[] bytes, int piece) {
        BodyBuffer buffer = BodyBuffer.forRequest(settings(folder));
        for (int from = 0; from < bytes.length; from += piece) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
            assertThat(buffer.append(part, 0, part.length)).isTrue();
        }
        return buffer;
    }

    private BufferSettings settings(Path where) {
        return new BufferSettings(budget, new AnswerMemory(1 << 20), IN_MEMORY, LIMIT, where);
    }

    private long files() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
