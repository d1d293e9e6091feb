// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.contracts.http.HttpStage;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.spring.Idempotent;
import dev.semel.spring.WhenInDoubt;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The handlers of the HTTP contract, some with an annotation; the paths of the others are in the harness's properties. */
@RestController
class KitController {

    private final HttpStage stage;

    KitController(HttpStage stage) {
        this.stage = stage;
    }

    @RequestMapping(
            path = {"/echo", "/echo/**"},
            method = {RequestMethod.POST, RequestMethod.PATCH})
    @Idempotent(operation = "kit.echo", inDoubt = WhenInDoubt.RERUN)
    void echo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        plain(request, response);
    }

    @RequestMapping({"/echo", "/echo/**"})
    void others(HttpServletRequest request, HttpServletResponse response) throws IOException {
        plain(request, response);
    }

    /** Spring answers OPTIONS itself unless a handler asks for it. */
    @RequestMapping(path = "/echo", method = RequestMethod.OPTIONS)
    void options(HttpServletRequest request, HttpServletResponse response) throws IOException {
        plain(request, response);
    }

    @RequestMapping("/optional")
    @Idempotent(operation = "kit.optional", required = false, inDoubt = WhenInDoubt.RERUN)
    void optional(HttpServletRequest request, HttpServletResponse response) throws IOException {
        plain(request, response);
    }

    @RequestMapping("/held")
    @Idempotent(operation = "kit.held", inDoubt = WhenInDoubt.HOLD)
    void held(HttpServletRequest request, HttpServletResponse response) throws IOException {
        plain(request, response);
    }

    @RequestMapping("/waits")
    @Idempotent(operation = "kit.waits", waitUpTo = "20s", inDoubt = WhenInDoubt.RERUN)
    void waits(HttpServletRequest request, HttpServletResponse response) throws IOException {
        plain(request, response);
    }

    @RequestMapping("/{any}")
    void plain(HttpServletRequest request, HttpServletResponse response) throws IOException {
        play(request, response, request.getInputStream().readAllBytes());
    }

    @RequestMapping("/ignores")
    void ignores(HttpServletRequest request, HttpServletResponse response) throws IOException {
        play(request, response, new byte[0]);
    }

    @RequestMapping("/form")
    void form(
            @RequestParam MultiValueMap<String, String> fields,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, List<String>> field : new TreeMap<>(fields).entrySet()) {
            field.getValue()
                    .forEach(value -> lines.append(field.getKey())
                            .append('=')
                            .append(value)
                            .append('\n'));
        }
        play(request, response, lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    @RequestMapping("/upload")
    void upload(
            @RequestParam MultiValueMap<String, Part> parts, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        StringBuilder lines = new StringBuilder();
        for (List<Part> same : parts.values()) {
            for (Part part : same) {
                int size = part.getInputStream().readAllBytes().length;
                lines.append(part.getName()).append(' ').append(size).append('\n');
            }
        }
        play(request, response, lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void play(HttpServletRequest request, HttpServletResponse response, byte[] body) throws IOException {
        String query = Optional.ofNullable(request.getQueryString()).orElse("");
        String key = Optional.ofNullable(request.getHeader("Idempotency-Key")).orElse("");
        stage.play(new HttpStage.Request(request.getRequestURI(), query, key, body), new Sink(response));
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
