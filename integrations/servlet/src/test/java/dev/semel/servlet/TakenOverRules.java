// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An attempt that was taken over while its handler ran: its client gets what the other one's got, and nothing of its own. */
@Tag("http")
abstract class TakenOverRules {

    abstract Container.Start container();

    @Test
    @DisplayName("R10: nothing that its handler said of its own content describes the other attempt's answer")
    void ends() throws Exception {
        assertGetsTheOthers((request, response) -> {});
    }

    @Test
    @DisplayName("R10: nor where it throws")
    void fails() throws Exception {
        assertGetsTheOthers((request, response) -> {
            throw new IllegalStateException("too late");
        });
    }

    @Test
    @DisplayName("R10: nor where it ends asynchronously")
    void endsLater() throws Exception {
        assertGetsTheOthers((request, response) -> request.startAsync().complete());
    }

    private void assertGetsTheOthers(Scene.Handler ending) throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> overtaken = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            if (IdempotencyFilter.context(request).orElseThrow().attempt() > 1) {
                response.setHeader("X-Attempt", "2");
                response.getOutputStream().print("two");
                return;
            }
            response.setLocale(Locale.FRENCH);
            response.setContentType("text/html;charset=UTF-16");
            response.getWriter().write("one");
            begun.complete(null);
            overtaken.join();
            ending.handle(request, response);
        };
        try (Scene scene = new Scene(
                container(),
                UnaryOperator.identity(),
                (request, response, chain) -> {
                    ((jakarta.servlet.http.HttpServletResponse) response).addHeader("X-Front", "stays");
                    chain.doFilter(request, response);
                },
                handler)) {
            CompletableFuture<HttpResponse<String>> first = scene.postAsync();
            begun.get(30, TimeUnit.SECONDS);
            scene.lapse();
            HttpResponse<String> second = scene.post();
            overtaken.complete(null);

            HttpResponse<String> late = first.get(30, TimeUnit.SECONDS);

            assertThat(second.headers().firstValue("X-Attempt")).contains("2");
            assertThat(late.body()).isEqualTo("two");
            assertThat(Scene.isReplay(late)).isTrue();
            for (String name : new String[] {"Content-Type", "Content-Language", "X-Attempt", "X-Front"}) {
                assertThat(late.headers().allValues(name))
                        .as(name)
                        .isEqualTo(second.headers().allValues(name));
            }
        }
    }
}
