// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Intake;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Feeds request bodies, also those that somebody in front has read already. */
final class Intakes {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UPLOAD = "multipart/form-data";

    private Intakes() {}

    /**
     * Feeds the whole body.
     *
     * @return whether a filter in front had it read as parameters or parts, so that only the container has them now
     * @throws ServletException when it was read otherwise, and nobody can tell what it was: nothing runs then
     */
    static boolean feed(Intake intake, HttpServletRequest request) throws IOException, ServletException {
        try {
            ServletInputStream stream = request.getInputStream();
            boolean eaten = wasRead(request, stream);
            Counting body = new Counting(stream);
            intake.feed(body, request.getContentLengthLong());
            boolean gone = body.count == 0 && (eaten || mayBeGone(request));
            if (gone) {
                feedWhatWasRead(intake, request, eaten);
            }
            return gone;
        } catch (IOException | ServletException | RuntimeException | Error e) {
            intake.discard();
            throw e;
        }
    }

    /**
     * Whether somebody in front must have read the body, if nothing of it is left: it has a length, or comes in chunks of which
     * the last one has been seen already.
     */
    private static boolean wasRead(HttpServletRequest request, ServletInputStream stream) {
        return request.getContentLengthLong() > 0
                || (request.getHeader("Transfer-Encoding") != null && stream.isFinished());
    }

    /**
     * Whether somebody in front may have read a body of which nothing is left, although it could also be empty, for want of
     * a length: of a form the fields tell, and two different forms must never look the same.
     */
    private static boolean mayBeGone(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        String type = mediaType(request.getContentType());
        return length < 0 && (type.equals(FORM) || type.equals(UPLOAD));
    }

    private static void feedWhatWasRead(Intake intake, HttpServletRequest request, boolean eaten)
            throws IOException, ServletException {
        intake.bytesAreGone();
        String type = mediaType(request.getContentType());
        if (type.equals(UPLOAD)) {
            for (Part part : request.getParts()) {
                feed(intake, part);
            }
        } else if (type.equals(FORM) && (!eaten || hasFields(request))) {
            for (Map.Entry<String, String[]> field : new TreeMap<>(request.getParameterMap()).entrySet()) {
                for (String value : field.getValue()) {
                    feed(intake, field.getKey());
                    feed(intake, value);
                }
            }
        } else {
            throw new ServletException(
                    "the request's body was read before the idempotency filter could see it, so that it"
                            + " cannot be compared with a retry's: put the filter in front of whatever reads bodies");
        }
    }

    /** Whether there are more parameters than those of the query: else the form was read, but not as a form. */
    private static boolean hasFields(HttpServletRequest request) {
        String query = request.getQueryString();
        long ofQuery = query == null
                ? 0
                : Arrays.stream(query.split("&", -1))
                        .filter(pair -> !pair.isEmpty())
                        .count();
        long all = request.getParameterMap().values().stream()
                .mapToLong(values -> values.length)
                .sum();
        return all > ofQuery;
    }

    /** All that the part says of itself, its type for one, and its content: as when the bytes are compared. */
    private static void feed(Intake intake, Part part) throws IOException {
        Map<String, Collection<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        part.getHeaderNames().forEach(name -> headers.put(name, part.getHeaders(name)));
        feed(intake, part.getName());
        feed(intake, String.valueOf(headers.size()));
        headers.forEach((name, values) -> {
            feed(intake, PartHeaders.lower(name));
            feed(intake, String.valueOf(values.size()));
            values.forEach(value -> feed(intake, value));
        });
        feed(intake, Long.toString(part.getSize()));
        try (InputStream content = part.getInputStream()) {
            intake.feed(content);
        }
    }

    private static void feed(Intake intake, String text) {
        byte[] bytes = (text.length() + ":" + text).getBytes(StandardCharsets.UTF_8);
        intake.feed(bytes, 0, bytes.length);
    }

    static String mediaType(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    private static final class Counting extends java.io.FilterInputStream {

        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            count += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
