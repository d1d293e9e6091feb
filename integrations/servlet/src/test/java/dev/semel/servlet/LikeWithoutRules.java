// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A handler sees and gives what it would without the filter: each of these is what Jetty and Tomcat do, both alone. */
@Tag("http")
abstract class LikeWithoutRules {

    private static final String FORM = "application/x-www-form-urlencoded";

    abstract Container.Start container();

    private Scene scene(Scene.Handler handler) {
        return new Scene(container(), UnaryOperator.identity(), handler);
    }

    /** What a handler that answers this way tells, first and replayed. */
    private HttpResponse<String> answer(Scene.Handler handler) throws Exception {
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();
            HttpResponse<String> again = scene.post();
            assertThat(Scene.isReplay(again)).isTrue();
            assertThat(again.statusCode()).isEqualTo(first.statusCode());
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers().firstValue("Content-Type"))
                    .isEqualTo(first.headers().firstValue("Content-Type"));
            return first;
        }
    }

    @Test
    @DisplayName("R15, R33: after sendError the answer is that error, whatever is closed, set or sent afterwards")
    void sendErrorIsFinal() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            try (PrintWriter writer = response.getWriter()) {
                writer.write("half of it");
                response.sendError(404, "no such order");
                writer.write("the rest");
            }
            response.setStatus(200);
            response.setHeader("X-Committed", String.valueOf(response.isCommitted()));
            refused(() -> response.sendError(500));
            refused(() -> response.sendRedirect("/elsewhere"));
        });

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("404 no such order");
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(answer.headers().firstValue("X-Committed")).isEmpty();
    }

    @Test
    @DisplayName("R15, R33: the application's error page renders an error whose response was closed")
    void errorPageOfClosedResponse() throws Exception {
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                response.setContentType("application/json");
                response.getOutputStream().print("{\"page\":1}");
            } else {
                try (PrintWriter writer = response.getWriter()) {
                    writer.write("half of it");
                    response.sendError(409);
                }
            }
        };
        try (Scene scene = new Scene(container(), filter -> filter.withErrorPage("/error"), handler)) {
            HttpResponse<String> first = scene.post();
            assertThat(first.statusCode()).isEqualTo(409);
            assertThat(first.body()).isEqualTo("{\"page\":1}");
            assertThat(first.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
            assertThat(Scene.isReplay(scene.post())).isTrue();
        }
    }

    @Test
    @DisplayName("R33: what described the content that sendError drops does not describe the error")
    void sendErrorDropsContentHeaders() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            response.setHeader("Content-Encoding", "gzip");
            response.setHeader("ETag", "\"1\"");
            response.setHeader("X-Other", "stays");
            response.sendError(404);
        });

        assertThat(answer.headers().map()).doesNotContainKeys("content-encoding", "etag");
        assertThat(answer.headers().firstValue("X-Other")).contains("stays");
    }

    @Test
    @DisplayName("R33: a date has two digits for its day, as HTTP wants it")
    void dates() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            response.setDateHeader("Last-Modified", 0);
            Cookie over = new Cookie("over", "");
            over.setMaxAge(0);
            response.addCookie(over);
        });

        assertThat(answer.headers().firstValue("Last-Modified")).contains("Thu, 01 Jan 1970 00:00:00 GMT");
        assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).contains("Thu, 01 Jan 1970 00:00:00 GMT");
    }

    @Test
    @DisplayName("R33: an array of the response's buffer size can be made, and the size be set")
    void bufferSize() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            byte[] piece = new byte[response.getBufferSize()];
            response.setBufferSize(20_000);
            response.getOutputStream().print((piece.length < 1 << 20) + " " + (response.getBufferSize() >= 20_000));
        });

        assertThat(answer.body()).isEqualTo("true true");
    }

    @Test
    @DisplayName("R33: an included servlet adds to the content, and changes neither status nor headers")
    void includeChangesNoHead() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.INCLUDE) {
                response.setStatus(500);
                response.setHeader("X-Included", "1");
                response.addHeader("X-Included", "2");
                response.setContentType("text/css");
                response.getWriter().write("included");
            } else {
                response.setContentType("text/plain;charset=UTF-8");
                response.getWriter().write("before ");
                request.getRequestDispatcher("/part").include(request, response);
                response.setHeader("X-After", "1");
                response.getWriter().write(" after");
            }
        });

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("before included after");
        assertThat(answer.headers().map()).doesNotContainKey("x-included");
        assertThat(answer.headers().firstValue("X-After")).contains("1");
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    }

    @Test
    @DisplayName("R33: a forward drops what was written before it, and who is forwarded to answers alone")
    void forwardDropsWhatWasWritten() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                response.getWriter().write("the page");
            } else {
                response.getWriter().write("a draft ");
                request.getRequestDispatcher("/page").forward(request, response);
            }
        });

        assertThat(answer.body()).isEqualTo("the page");
    }

    @Test
    @DisplayName("R33: what has been flushed cannot be forwarded")
    void forwardAfterFlush() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                response.getWriter().write("the page");
            } else {
                response.getWriter().write("the answer");
                response.flushBuffer();
                refused(() -> request.getRequestDispatcher("/page").forward(request, response));
            }
        });

        assertThat(answer.body()).isEqualTo("the answer");
    }

    @Test
    @DisplayName("R33, T12: a handler that names its request's charset gets its text and its parameters in it")
    void charsetOfTheRequest() throws Exception {
        Scene.Handler handler = (request, response) -> {
            request.setCharacterEncoding("ISO-8859-1");
            response.setContentType("text/plain;charset=UTF-8");
            String type = request.getContentType();
            String text = type.equals(FORM)
                    ? request.getParameter("name")
                    : request.getReader().readLine();
            response.getWriter().write(text + " " + request.getCharacterEncoding());
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post("/", FORM, "name=gr%FCn").body()).isEqualTo("grün ISO-8859-1");
        }
        try (Scene scene = scene(handler)) {
            // The two bytes of UTF-8, each taken for a character.
            assertThat(scene.post("/", "text/plain", "ü").body()).isEqualTo("Ã¼ ISO-8859-1");
        }
    }

    @Test
    @DisplayName(
            "R33, T12: text of which nobody says the charset is read as the specification has it, and JSON as UTF-8")
    void charsetThatNobodyNames() throws Exception {
        Scene.Handler handler = (request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().write(request.getReader().readLine());
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post("/", "text/plain", "ü").body()).isEqualTo("Ã¼");
        }
        try (Scene scene = scene(handler)) {
            assertThat(scene.post("/", "application/json", "\"ü\"").body()).isEqualTo("\"ü\"");
        }
    }

    @Test
    @DisplayName("R33: a reset takes back all that was set, the language too, for the first client as for the others")
    void reset() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            response.setLocale(Locale.FRENCH);
            response.setContentType("text/html");
            response.setHeader("X-Draft", "1");
            response.setStatus(202);
            response.getWriter().write("un brouillon");
            response.reset();
            response.setContentType("text/plain");
            response.getOutputStream().print("the answer");
        });

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("the answer");
        assertThat(answer.headers().map()).doesNotContainKeys("content-language", "x-draft");
    }

    @Test
    @DisplayName("R33: a cookie's value that would bring an attribute along is refused")
    void cookieValues() throws Exception {
        HttpResponse<String> answer = answer((request, response) -> {
            for (String bad : new String[] {"de; Domain=example.com", "a b", "a,b", "a\"b", "a\\b", "a\nb"}) {
                refused(() -> response.addCookie(new Cookie("language", bad)));
            }
            Cookie path = new Cookie("language", "de");
            path.setAttribute("Priority", "high; Domain=example.com");
            refused(() -> response.addCookie(path));
            response.addCookie(new Cookie("good", "\"de-AT\""));
        });

        assertThat(answer.headers().allValues("Set-Cookie")).containsExactly("good=\"de-AT\"");
    }

    /** Something that a response must not do. */
    @FunctionalInterface
    private interface Forbidden {
        void run() throws IOException, jakarta.servlet.ServletException;
    }

    private static void refused(Forbidden forbidden) throws IOException, jakarta.servlet.ServletException {
        try {
            forbidden.run();
        } catch (IllegalStateException | IllegalArgumentException expected) {
            return;
        }
        throw new AssertionError("it was not refused");
    }
}
