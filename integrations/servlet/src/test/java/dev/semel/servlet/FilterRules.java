// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.Cookie;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is special about servlets; the rest is in the HTTP contract. */
@Tag("http")
abstract class FilterRules {

    private static final String FORM = "application/x-www-form-urlencoded";

    abstract Container.Start container();

    private Scene scene(Scene.Handler handler) {
        return new Scene(container(), UnaryOperator.identity(), handler);
    }

    @Test
    @DisplayName("R15, R33: sendError is an answer: what the client got is saved and replayed")
    void sendError() throws Exception {
        try (Scene scene = scene((request, response) -> response.sendError(404, "no such order"))) {
            HttpResponse<String> first = scene.post();

            assertThat(first.statusCode()).isEqualTo(404);
            assertThat(first.body()).contains("no such order");
            assertReplayed(scene, first, scene.post());
            assertThat(scene.state()).isEqualTo(State.FAILED);
        }
    }

    @Test
    @DisplayName("T18: a policy is found by the path as the container reads it, whichever way it is written")
    void pathAsTheContainerReadsIt() throws Exception {
        try (Scene scene = scene((request, response) -> response.setStatus(200))) {
            for (String target : List.of("/open", "/%6fpen", "/open;a=b")) {
                assertThat(Scene.isReplay(scene.post(target, "text/plain", "a body")))
                        .isFalse();
            }
            assertThat(scene.runs).hasValue(3);
        }
    }

    @Test
    @DisplayName("R33: an error page of the application renders what sendError says, and that is saved")
    void errorPage() throws Exception {
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                response.setContentType("application/json");
                response.getWriter()
                        .write("{\"error\":" + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) + "}");
            } else {
                response.sendError(409);
            }
        };
        try (Scene scene = new Scene(container(), filter -> filter.withErrorPage("/error"), handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.statusCode()).isEqualTo(409);
            assertThat(first.body()).isEqualTo("{\"error\":409}");
            assertReplayed(scene, first, scene.post());
        }
    }

    @Test
    @DisplayName("R15, T16: an uncaught exception is in doubt, whatever page the container renders")
    void uncaught() throws Exception {
        Scene.Handler handler = (request, response) -> {
            response.getWriter().write("half an answer");
            throw new IllegalStateException("boom");
        };
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.statusCode()).isEqualTo(500);
            assertThat(first.body()).doesNotContain("half an answer");
            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
            scene.post();
            assertThat(scene.runs).hasValue(2);
        }
    }

    @Test
    @DisplayName("R33: what a Writer writes is kept in its charset, and the content type says which it is")
    void writer() throws Exception {
        Scene.Handler handler = (request, response) -> {
            response.setContentType("text/plain");
            response.setCharacterEncoding("UTF-8");
            response.getWriter().write("grüße ☃");
        };
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.body()).isEqualTo("grüße ☃");
            assertThat(first.headers().firstValue("Content-Type").orElseThrow().toLowerCase(java.util.Locale.ROOT))
                    .contains("charset=utf-8");
            assertReplayed(scene, first, scene.post());
        }
    }

    @Test
    @DisplayName("R33: sendRedirect is an answer, replayed with its Location")
    void redirect() throws Exception {
        try (Scene scene = scene((request, response) -> response.sendRedirect("/orders/7"))) {
            HttpResponse<String> first = scene.post();

            assertThat(first.statusCode()).isEqualTo(302);
            assertThat(first.headers().firstValue("Location"))
                    .hasValueSatisfying(location -> assertThat(location).endsWith("/orders/7"));
            assertReplayed(scene, first, scene.post());
        }
    }

    @Test
    @DisplayName("R27: a cookie reaches the first client, and nobody else")
    void cookie() throws Exception {
        Scene.Handler handler = (request, response) -> {
            Cookie cookie = new Cookie("session", "one");
            cookie.setPath("/");
            cookie.setHttpOnly(true);
            response.addCookie(cookie);
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post().headers().firstValue("Set-Cookie")).hasValue("session=one; Path=/; HttpOnly");
            assertThat(scene.post().headers().firstValue("Set-Cookie")).isEmpty();
        }
    }

    @Test
    @DisplayName("R33, T12: the body is read as parameters beside those of the query")
    void parameters() throws Exception {
        Scene.Handler handler = (request, response) -> response.getWriter()
                .write(String.join(",", request.getParameterValues("a")) + request.getParameter("b"));
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post("/?a=1", FORM, "a=2&b=%C3%BC");

            assertThat(first.body().getBytes(StandardCharsets.ISO_8859_1)).isNotEmpty();
            assertThat(first.body()).startsWith("1,2");
            assertReplayed(scene, first, scene.post("/?a=1", FORM, "a=2&b=%C3%BC"));
        }
    }

    @Test
    @DisplayName("R26, R33: a filter in front that has read the form does no harm: other fields are another request")
    void formReadInFront() throws Exception {
        Scene.Handler handler = (request, response) -> response.getWriter().write("a=" + request.getParameter("a"));
        try (Scene scene = new Scene(
                container(),
                UnaryOperator.identity(),
                (request, response, chain) -> {
                    request.getParameter("a");
                    chain.doFilter(request, response);
                },
                handler)) {
            HttpResponse<String> first = scene.post("/", FORM, "a=1");

            assertThat(first.body()).isEqualTo("a=1");
            assertThat(scene.post("/", FORM, "a=2").statusCode()).isEqualTo(422);
            assertReplayed(scene, first, scene.post("/", FORM, "a=1"));
        }
    }

    @Test
    @DisplayName("R26: a body that somebody in front has eaten cannot be compared, so that nothing runs")
    void bodyEatenInFront() throws Exception {
        try (Scene scene = new Scene(
                container(),
                UnaryOperator.identity(),
                (request, response, chain) -> {
                    request.getInputStream().readAllBytes();
                    chain.doFilter(request, response);
                },
                (request, response) -> response.getWriter().write("ran"))) {
            assertThat(scene.post().statusCode()).isEqualTo(500);
            assertThat(scene.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R33: headers of filters in front stay, also on replays, and are not doubled")
    void headersInFront() throws Exception {
        try (Scene scene = new Scene(
                container(),
                UnaryOperator.identity(),
                (request, response, chain) -> {
                    ((jakarta.servlet.http.HttpServletResponse) response).setHeader("X-Front", "here");
                    chain.doFilter(request, response);
                },
                (request, response) -> response.getWriter().write("done"))) {
            assertThat(scene.post().headers().allValues("X-Front")).containsExactly("here");
            assertThat(scene.post().headers().allValues("X-Front")).containsExactly("here");
        }
    }

    @Test
    @DisplayName("R33: a handler that forwards and includes answers as one")
    void forwardAndInclude() throws Exception {
        Scene.Handler handler = (request, response) -> {
            switch (request.getDispatcherType()) {
                case REQUEST -> request.getRequestDispatcher("/forwarded").forward(request, response);
                case FORWARD -> {
                    response.getOutputStream().print("forwarded ");
                    request.getRequestDispatcher("/included").include(request, response);
                }
                default -> response.getOutputStream().print("included");
            }
        };
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.body()).isEqualTo("forwarded included");
            assertReplayed(scene, first, scene.post());
        }
    }

    @Test
    @DisplayName("R33: a flushed response is committed for its handler, as without the filter")
    void committed() throws Exception {
        Scene.Handler handler = (request, response) -> {
            boolean before = response.isCommitted();
            response.flushBuffer();
            response.setStatus(500);
            response.setHeader("X-Late", "ignored");
            response.getWriter().write(before + " " + response.isCommitted());
        };
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.body()).isEqualTo("false true");
            assertThat(first.headers().firstValue("X-Late")).isEmpty();
            assertReplayed(scene, first, scene.post());
        }
    }

    @Test
    @DisplayName("T14: an asynchronous request that times out is in doubt")
    void asyncTimeout() throws Exception {
        try (Scene scene = scene((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                request.startAsync().setTimeout(200);
            }
        })) {
            assertThat(scene.post().statusCode()).isBetween(500, 599);
            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
        }
    }

    @Test
    @DisplayName("T14: an asynchronous request that is dispatched back is saved when that dispatch has ended")
    void asyncDispatch() throws Exception {
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext context = request.startAsync();
                context.start(context::dispatch);
            } else {
                response.setStatus(201);
                response.getWriter().write("dispatched");
            }
        };
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.body()).isEqualTo("dispatched");
            assertReplayed(scene, first, scene.post());
        }
    }

    @Test
    @DisplayName("R10: a handler can ask for its attempt's number")
    void context() throws Exception {
        Scene.Handler handler = (request, response) -> response.getWriter()
                .write("attempt "
                        + IdempotencyFilter.context(request).orElseThrow().attempt());
        try (Scene scene = scene(handler)) {
            assertThat(scene.post().body()).isEqualTo("attempt 1");
        }
    }

    private static void assertReplayed(Scene scene, HttpResponse<String> first, HttpResponse<String> again) {
        assertThat(Scene.isReplay(first)).isFalse();
        assertThat(Scene.isReplay(again)).isTrue();
        assertThat(again.statusCode()).isEqualTo(first.statusCode());
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().allValues("Content-Type"))
                .isEqualTo(first.headers().allValues("Content-Type"));
        assertThat(again.headers().allValues("Location"))
                .isEqualTo(first.headers().allValues("Location"));
        assertThat(scene.runs).hasValue(1);
    }
}
