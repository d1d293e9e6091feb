// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpStage;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The handlers of the HTTP contract as a servlet: each on its container's thread. */
class KitServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient HttpStage stage;

    KitServlet(HttpStage stage) {
        this.stage = stage;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        play(request, response);
    }

    final void play(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
        String query = Optional.ofNullable(request.getQueryString()).orElse("");
        String key = Optional.ofNullable(request.getHeader("Idempotency-Key")).orElse("");
        String path = request.getRequestURI();
        stage.play(new HttpStage.Request(path, query, key, body(path, request)), new Sink(response));
    }

    private static byte[] body(String path, HttpServletRequest request) throws IOException, ServletException {
        return switch (path) {
            case "/ignores" -> new byte[0];
            case "/form" -> parameters(request);
            case "/upload" -> parts(request);
            default -> request.getInputStream().readAllBytes();
        };
    }

    private static byte[] parameters(HttpServletRequest request) {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, String[]> field : new TreeMap<>(request.getParameterMap()).entrySet()) {
            for (String value : field.getValue()) {
                lines.append(field.getKey()).append('=').append(value).append('\n');
            }
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] parts(HttpServletRequest request) throws IOException, ServletException {
        StringBuilder lines = new StringBuilder();
        for (Part part : request.getParts()) {
            int size = part.getInputStream().readAllBytes().length;
            lines.append(part.getName()).append(' ').append(size).append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private record Sink(HttpServletResponse response) implements HttpStage.Sink {

        @Override
        public void head(int status, Headers headers) {
            response.setStatus(status);
            for (Header header : headers) {
                response.addHeader(header.name(), header.value());
            }
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            response.getOutputStream().write(bytes);
        }

        @Override
        public void flush() throws IOException {
            response.flushBuffer();
        }
    }
}
