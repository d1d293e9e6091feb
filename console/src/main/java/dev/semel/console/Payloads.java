// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.Saved;
import dev.semel.http.Header;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Saved answers for those who may see them: text as text, and everything else in Base64. Stateless. */
final class Payloads {

    /** Nobody reads more, and a page must not carry it. */
    private static final int SHOWN = 256 * 1024;

    private Payloads() {}

    static Map<String, @Nullable Object> of(Saved saved) {
        return answer(saved)
                .map(answer -> view("http", answer.status(), headers(answer), type(answer), answer.toBytes()))
                .orElseGet(() -> view("other", null, List.of(), saved.contentType(), saved.toBytes()));
    }

    private static Optional<HttpAnswer> answer(Saved saved) {
        try {
            return Optional.of(HttpSnapshot.codec().load(saved));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private static String type(HttpAnswer answer) {
        return answer.headers().first("Content-Type").orElse("");
    }

    private static List<Map<String, String>> headers(HttpAnswer answer) {
        return answer.headers().lines().stream().map(Payloads::view).toList();
    }

    private static Map<String, String> view(Header header) {
        Map<String, String> view = new LinkedHashMap<>();
        view.put("name", header.name());
        view.put("value", header.value());
        return view;
    }

    private static Map<String, @Nullable Object> view(
            String kind, @Nullable Integer status, List<Map<String, String>> headers, String type, byte[] body) {
        byte[] shown = Arrays.copyOf(body, Math.min(body.length, SHOWN));
        boolean truncated = shown.length < body.length;
        String text = text(shown, truncated);
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("kind", kind);
        view.put("status", status);
        view.put("headers", headers);
        view.put("contentType", type);
        view.put("size", body.length);
        view.put("truncated", truncated);
        view.put("text", text);
        view.put("base64", text == null ? Base64.getEncoder().encodeToString(shown) : null);
        return view;
    }

    /** Null where it is no text that could be shown; a character that was cut in two at the end is left out. */
    private static @Nullable String text(byte[] bytes, boolean truncated) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, text, !truncated);
        if (result.isError() || text.flip().chars().anyMatch(Payloads::isUnseen)) {
            return null;
        }
        return text.toString();
    }

    private static boolean isUnseen(int c) {
        return Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t';
    }
}
