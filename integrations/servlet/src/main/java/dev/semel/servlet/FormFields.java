// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parameters of a request whose body is kept: the container cannot read it any more. */
final class FormFields {

    /** As containers limit it: a form has fields, not files. */
    private static final int LONGEST_FORM = 2 << 20;

    private static final String[] NONE = {};

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private FormFields() {}

    /**
     * The parameters of the query, then those of the body.
     *
     * @param ofContainer those of the query, as the container reads them; of an upload it would want to read the body, too
     */
    static Map<String, String[]> of(KeptRequest request, Supplier<Map<String, String[]>> ofContainer) {
        FormFields fields = new FormFields();
        try {
            switch (Intakes.mediaType(request.getContentType())) {
                case "application/x-www-form-urlencoded" -> {
                    Map<String, String[]> known = read(ofContainer);
                    FormFields form = new FormFields();
                    form.addForm(request);
                    fields.addAll(known);
                    if (!form.isAmong(known, request.getQueryString())) {
                        form.values.forEach((name, values) -> fields.all(name).addAll(values));
                    }
                }
                case "multipart/form-data" -> {
                    String query = request.getQueryString();
                    fields.addPairs(query == null ? "" : query, StandardCharsets.UTF_8);
                    fields.addParts(request);
                }
                default -> fields.addAll(read(ofContainer));
            }
        } catch (IOException | ServletException e) {
            throw new IllegalStateException("the request's parameters cannot be read", e);
        }
        return fields.toMap();
    }

    /** Newer containers refuse a query, too, that cannot be decoded. */
    private static Map<String, String[]> read(Supplier<Map<String, String[]>> ofContainer) {
        try {
            return ofContainer.get();
        } catch (RuntimeException e) {
            throw new MalformedFormException(
                    HttpServletResponse.SC_BAD_REQUEST, "the request's parameters are malformed");
        }
    }

    /** Containers have given the body away, and know the query alone; Spring's mock of one has read both. */
    private boolean isAmong(Map<String, String[]> known, @Nullable String queryString) {
        FormFields query = new FormFields();
        try {
            query.addPairs(queryString == null ? "" : queryString, StandardCharsets.UTF_8);
        } catch (MalformedFormException e) {
            // A container that has let it pass has not read the form.
            return false;
        }
        return values.entrySet().stream()
                .allMatch(field -> known.getOrDefault(field.getKey(), NONE).length
                        >= field.getValue().size() + query.all(field.getKey()).size());
    }

    private void addAll(Map<String, String[]> given) {
        given.forEach((name, values) -> all(name).addAll(Arrays.asList(values)));
    }

    private void addForm(KeptRequest request) throws IOException {
        if (request.body().size() > LONGEST_FORM) {
            throw new MalformedFormException(
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    "the form is larger than " + LONGEST_FORM + " bytes");
        }
        try (InputStream in = request.body().open()) {
            addPairs(
                    new String(in.readAllBytes(), StandardCharsets.ISO_8859_1),
                    request.charset(StandardCharsets.UTF_8));
        }
    }

    private void addPairs(String pairs, Charset charset) {
        for (String pair : pairs.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                all(decoded(name, charset)).add(decoded(value, charset));
            }
        }
    }

    private static String decoded(String text, Charset charset) {
        String characters = new String(text.getBytes(StandardCharsets.ISO_8859_1), charset);
        try {
            return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? characters : URLDecoder.decode(characters, charset);
        } catch (IllegalArgumentException e) {
            // Its message shows what the client has sent (R27).
            throw new MalformedFormException(
                    HttpServletResponse.SC_BAD_REQUEST,
                    "the request's form is malformed: a % in it is not followed by two digits");
        }
    }

    private void addParts(KeptRequest request) throws IOException, ServletException {
        for (UploadedPart part : request.parts()) {
            if (part.getSubmittedFileName() == null && part.getSize() <= LONGEST_FORM) {
                try (InputStream in = part.getInputStream()) {
                    all(part.getName()).add(new String(in.readAllBytes(), charset(part, request)));
                }
            }
        }
    }

    /** A part may name its own (RFC 7578, section 4.5). */
    private static Charset charset(UploadedPart part, KeptRequest request) throws UnsupportedEncodingException {
        String own = PartHeaders.parameter(part.getContentType(), "charset");
        try {
            return own == null ? request.charset(StandardCharsets.UTF_8) : Charset.forName(own);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(own);
        }
    }

    private List<String> all(String name) {
        return values.computeIfAbsent(name, none -> new ArrayList<>());
    }

    private Map<String, String[]> toMap() {
        Map<String, String[]> map = new LinkedHashMap<>();
        values.forEach((name, all) -> map.put(name, all.toArray(String[]::new)));
        return Collections.unmodifiableMap(map);
    }
}
