// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.BodyBuffer;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of an upload in one pass over the kept body, line by line: a boundary is a line of its own (RFC 2046).
 * The container cannot do it: it has given the body away.
 */
final class Multipart {

    private enum Delimiter {
        NEXT,
        LAST,
        NONE
    }

    private static final int MOST_PARTS = 1000;
    private static final int LONGEST_HEADERS = 16 << 10;

    private final BodyBuffer body;
    private final byte[] boundary;
    private final Supplier<Path> folder;
    private final List<UploadedPart> parts = new ArrayList<>();
    private long position;
    private long contentEnd;
    /** The line that was read last ended as lines do here: what looks like a boundary behind another line break is content. */
    private boolean lineEnded;

    private Multipart(BodyBuffer body, String boundary, Supplier<Path> folder) {
        this.body = body;
        this.folder = folder;
        this.boundary = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The parts; what they write goes to the folder, unless they are told a whole path. */
    static List<UploadedPart> of(BodyBuffer body, @Nullable String contentType, Supplier<Path> folder)
            throws IOException, ServletException {
        String boundary = PartHeaders.parameter(contentType, "boundary");
        if (!Intakes.mediaType(contentType).startsWith("multipart/")) {
            throw new ServletException("the request is not multipart/form-data");
        }
        if (boundary == null || boundary.isEmpty()) {
            throw MalformedFormException.upload("the upload names no boundary");
        }
        return new Multipart(body, boundary, folder).parse();
    }

    private List<UploadedPart> parse() throws IOException {
        try (InputStream in = new BufferedInputStream(body.open())) {
            Delimiter delimiter = toDelimiter(in);
            while (delimiter == Delimiter.NEXT) {
                if (parts.size() >= MOST_PARTS) {
                    throw new MalformedFormException(
                            HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                            "the upload has more than " + MOST_PARTS + " parts");
                }
                Map<String, List<String>> headers = headers(in);
                long begin = position;
                delimiter = toDelimiter(in);
                parts.add(new UploadedPart(body, begin, Math.max(0, contentEnd - begin), headers, folder));
            }
            // As for containers: what has no boundary at all has no parts.
            if (delimiter == Delimiter.NONE && !parts.isEmpty()) {
                throw MalformedFormException.upload("the upload has no end: its last boundary is missing");
            }
        }
        return List.copyOf(parts);
    }

    /** Reads past the next line that is a delimiter; the line break before it is part of it. */
    private Delimiter toDelimiter(InputStream in) throws IOException {
        lineEnded = true;
        while (true) {
            long lineBegin = position;
            int matched = 0;
            int c = read(in);
            while (matched < boundary.length && c == boundary[matched]) {
                matched++;
                c = read(in);
            }
            if (lineEnded && matched == boundary.length && " \t\r\n-".indexOf(c) >= 0) {
                contentEnd = lineBegin - 2;
                boolean last = c == '-' && read(in) == '-';
                skipLine(in, last ? read(in) : c);
                return last ? Delimiter.LAST : Delimiter.NEXT;
            }
            if (skipLine(in, c) < 0) {
                return Delimiter.NONE;
            }
        }
    }

    private int skipLine(InputStream in, int first) throws IOException {
        int c = first;
        int before = -1;
        while (c >= 0 && c != '\n') {
            before = c;
            c = read(in);
        }
        lineEnded = before == '\r';
        return c;
    }

    private Map<String, List<String>> headers(InputStream in) throws IOException {
        StringBuilder block = new StringBuilder();
        while (!endsWithEmptyLine(block)) {
            int c = read(in);
            if (c < 0 || block.length() > LONGEST_HEADERS) {
                throw MalformedFormException.upload(
                        "a part's headers have no end, or are longer than " + LONGEST_HEADERS);
            }
            block.append((char) c);
        }
        byte[] bytes = block.toString().getBytes(StandardCharsets.ISO_8859_1);
        return PartHeaders.parse(new String(bytes, StandardCharsets.UTF_8));
    }

    private static boolean endsWithEmptyLine(StringBuilder block) {
        int length = block.length();
        boolean lineEnds = length >= 2 && block.charAt(length - 2) == '\r' && block.charAt(length - 1) == '\n';
        return lineEnds && (length == 2 || (length >= 4 && block.charAt(length - 3) == '\n'));
    }

    private int read(InputStream in) throws IOException {
        int c = in.read();
        position += c < 0 ? 0 : 1;
        return c;
    }
}
