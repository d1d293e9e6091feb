// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.BodyBuffer;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A part of an upload: a window on the body, which is kept anyway, and so neither memory nor a file of its own.
 *
 * @param body where it is
 * @param offset where its content begins
 * @param size how long it is
 * @param headers its headers, names in lower case
 * @param folder where it is written to by a name that is no whole path
 */
record UploadedPart(BodyBuffer body, long offset, long size, Map<String, List<String>> headers, Supplier<Path> folder)
        implements Part {

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream in = body.open();
        in.skipNBytes(offset);
        return new Window(in, size);
    }

    @Override
    public @Nullable String getContentType() {
        return getHeader("content-type");
    }

    @Override
    public String getName() {
        String name = PartHeaders.parameter(getHeader("content-disposition"), "name");
        return name == null ? "" : name;
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return PartHeaders.fileName(getHeader("content-disposition"));
    }

    @Override
    public long getSize() {
        return size;
    }

    @Override
    public void write(String fileName) throws IOException {
        Path given = Path.of(fileName);
        Path target = given.isAbsolute() ? given : folder.get().resolve(given);
        try (InputStream in = getInputStream()) {
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Nothing to do: it goes with the body. */
    @Override
    public void delete() {}

    @Override
    public @Nullable String getHeader(String name) {
        List<String> values = headers.get(PartHeaders.lower(name));
        return values == null ? null : values.get(0);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return headers.getOrDefault(PartHeaders.lower(name), List.of());
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.keySet();
    }

    /** So many bytes of a stream, and not more. */
    private static final class Window extends InputStream {

        private final InputStream in;
        private long left;

        Window(InputStream in, long size) {
            this.in = in;
            this.left = size;
        }

        @Override
        public int read() throws IOException {
            if (left <= 0) {
                return -1;
            }
            left--;
            return in.read();
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(left, in.available());
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (left <= 0) {
                return -1;
            }
            int read = in.read(bytes, from, (int) Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }
    }
}
