// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Idempotency;
import dev.semel.Operation;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.memory.MemoryStore;
import dev.semel.state.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What handlers and filters do less often, and may do all the same. */
@Tag("http")
abstract class OddHandlerRules {

    private static final String FORM = "application/x-www-form-urlencoded";

    private static final Filter EATS_BODIES = (request, response, chain) -> {
        request.getInputStream().readAllBytes();
        chain.doFilter(request, response);
    };

    abstract Container.Start container();

    private Scene scene(Scene.Handler handler) {
        return new Scene(container(), UnaryOperator.identity(), handler);
    }

    @Test
    @DisplayName("R26, T13: a form whose bytes somebody in front has eaten cannot be compared, so that nothing runs")
    void formEatenInFront() throws Exception {
        try (Scene scene = new Scene(
                container(),
                UnaryOperator.identity(),
                EATS_BODIES,
                (request, response) -> response.getWriter().write("ran"))) {
            assertThat(scene.post("/", FORM, "amount=1").statusCode()).isEqualTo(500);
            assertThat(scene.post("/?amount=0", FORM, "amount=1").statusCode()).isEqualTo(500);
            assertThat(scene.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R26, T13: nor can a body in chunks that was eaten; an empty one is a body like any other")
    void chunksEatenInFront() throws Exception {
        try (Scene scene = new Scene(
                container(),
                UnaryOperator.identity(),
                EATS_BODIES,
                (request, response) -> response.getWriter().write("ran"))) {
            assertThat(scene.postInChunks("/", "application/json", "{\"amount\":1}")
                            .statusCode())
                    .isEqualTo(500);
            assertThat(scene.postInChunks("/", FORM, "amount=1").statusCode()).isEqualTo(500);
            assertThat(scene.runs).hasValue(0);
        }
        try (Scene scene = scene((request, response) -> response.getWriter().write("ran"))) {
            assertThat(scene.postInChunks("/", "application/json", "").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("R33, T12: a body that was read as a stream can be read again, as parameters")
    void readTwice() throws Exception {
        Scene.Handler handler = (request, response) -> {
            int bytes = request.getInputStream().readAllBytes().length;
            response.getWriter()
                    .write(bytes + " " + request.getParameter("amount") + " " + request.getParameter("amount"));
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post("/", FORM, "amount=100").body()).isEqualTo("10 100 100");
        }
    }

    @Test
    @DisplayName("R6, R33: an answer of 205 has no content, whatever was written, first and replayed")
    void resetContent() throws Exception {
        Scene.Handler handler = (request, response) -> {
            response.setStatus(205);
            response.getWriter().write("something");
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post().body()).isEmpty();
            HttpResponse<String> again = scene.post();
            assertThat(again.statusCode()).isEqualTo(205);
            assertThat(again.body()).isEmpty();
            assertThat(Scene.isReplay(again)).isTrue();
        }
    }

    @Test
    @DisplayName("R33: a writer is good after resetBuffer, and what it held back before is forgotten")
    void writerAfterReset() throws Exception {
        Scene.Handler handler = (request, response) -> {
            PrintWriter writer = response.getWriter();
            writer.write("a draft");
            response.resetBuffer();
            writer.write("the answer");
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post().body()).isEqualTo("the answer");
            assertThat(scene.post().body()).isEqualTo("the answer");
        }
    }

    @Test
    @DisplayName("R33: a charset that is named after the writer was taken changes nothing")
    void charsetAfterWriter() throws Exception {
        Scene.Handler handler = (request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            PrintWriter writer = response.getWriter();
            response.setContentType("text/html;charset=ISO-8859-1");
            response.setCharacterEncoding("ISO-8859-1");
            writer.write("grüße");
        };
        try (Scene scene = scene(handler)) {
            HttpResponse<String> first = scene.post();

            assertThat(first.body()).isEqualTo("grüße");
            assertThat(first.headers().firstValue("Content-Type").orElseThrow().toLowerCase(Locale.ROOT))
                    .startsWith("text/html")
                    .endsWith("charset=utf-8");
        }
    }

    @Test
    @DisplayName("R6, R33: the language that setLocale sets is replayed")
    void locale() throws Exception {
        Scene.Handler handler = (request, response) -> {
            response.setLocale(Locale.GERMANY);
            response.getOutputStream().print("gut");
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post().headers().allValues("Content-Language")).containsExactly("de-DE");
            assertThat(scene.post().headers().allValues("Content-Language")).containsExactly("de-DE");
        }
    }

    @Test
    @DisplayName("T16: an error page that fails with an Error leaves no zombie")
    void errorPageFails() throws Exception {
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                throw new AssertionError("the page is broken");
            }
            response.sendError(409);
        };
        try (Scene scene = new Scene(container(), filter -> filter.withErrorPage("/error"), handler)) {
            assertThat(scene.post().statusCode()).isEqualTo(500);
            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
        }
    }

    @Test
    @DisplayName(
            "T12: a request that turns out to have no key is whole for its handler, also when it is dispatched back")
    void unprotectedDispatch() throws Exception {
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext context = request.startAsync();
                context.start(context::dispatch);
            } else {
                response.getWriter().write(request.getReader().readLine());
            }
        };
        try (Idempotency engine = Idempotency.builder(MemoryStore.create())
                        .developmentMode()
                        .withoutLog()
                        .build();
                Scene scene = new Scene(container(), UnaryOperator.identity(), keyInBody(engine), handler)) {
            assertThat(scene.post("/open", "application/json", "{\"amount\":1}").body())
                    .isEqualTo("{\"amount\":1}");
        }
    }

    @Test
    @DisplayName("R33: a filter that is mapped twice leaves the answer to whoever is in between to finish")
    void mappedTwice() throws Exception {
        try (Idempotency engine = Idempotency.builder(MemoryStore.create())
                        .developmentMode()
                        .withoutLog()
                        .build();
                Scene scene = new Scene(
                        container(),
                        UnaryOperator.identity(),
                        outer(engine),
                        (request, response) -> response.getWriter().write("the answer"))) {
            assertThat(scene.post().body()).isEqualTo("THE ANSWER");
            HttpResponse<String> again = scene.post();
            assertThat(again.body()).isEqualTo("THE ANSWER");
            assertThat(Scene.isReplay(again)).isTrue();
            assertThat(scene.runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R27: a form that cannot be decoded is not shown in what its handler is told")
    void malformedForm() throws Exception {
        Scene.Handler handler = (request, response) -> {
            try {
                request.getParameter("card");
                response.getWriter().write("was read");
            } catch (IllegalStateException e) {
                response.getWriter().write(String.valueOf(e.getMessage()));
            }
        };
        try (Scene scene = scene(handler)) {
            assertThat(scene.post("/", FORM, "card=%4242secret%zz").body())
                    .contains("malformed")
                    .doesNotContain("zz", "secret");
        }
    }

    /** Idempotency, and behind it a filter that writes when all behind it have written. */
    private static Filter outer(Idempotency engine) {
        Filter first = IdempotencyFilter.of(HttpIdempotency.builder(engine)
                .policies(head -> Optional.of(HttpPolicy.of(Scene.OPERATION)))
                .tenants(TenantResolver.sole())
                .build());
        return (request, response, chain) -> first.doFilter(request, response, (passed, given) -> {
            StringWriter text = new StringWriter();
            chain.doFilter(passed, new HttpServletResponseWrapper((HttpServletResponse) given) {
                @Override
                public PrintWriter getWriter() {
                    return new PrintWriter(text);
                }
            });
            given.getWriter().write(text.toString().toUpperCase(Locale.ROOT));
        });
    }

    private static Filter keyInBody(Idempotency engine) {
        HttpPolicy policy = HttpPolicy.builder(Operation.named("optional").build())
                .keyOptional()
                .keyInBody("/key")
                .build();
        return IdempotencyFilter.of(HttpIdempotency.builder(engine)
                .policies(head -> Optional.of(policy))
                .keyHeaders("X-Key")
                .tenants(TenantResolver.sole())
                .build());
    }
}
