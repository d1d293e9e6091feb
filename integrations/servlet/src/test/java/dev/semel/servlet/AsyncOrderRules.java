// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.net.http.HttpResponse;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What asynchronous handlers say in another order than most. */
@Tag("http")
abstract class AsyncOrderRules {

    abstract Container.Start container();

    /** The answer of such a handler, which is replayed. */
    private String answer(Scene.Handler handler) throws Exception {
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), handler)) {
            HttpResponse<String> first = scene.post();
            HttpResponse<String> again = scene.post();
            assertThat(Scene.isReplay(again)).isTrue();
            assertThat(again.body()).isEqualTo(first.body());
            return first.body();
        }
    }

    @Test
    @DisplayName("T14: one that completes when it has been dispatched is refused, and the dispatch answers")
    void completesAfterDispatch() throws Exception {
        assertThat(answer((request, response) -> {
                    if (request.getDispatcherType() == DispatcherType.ASYNC) {
                        response.getWriter().write("rendered");
                        return;
                    }
                    AsyncContext context = request.startAsync();
                    context.dispatch();
                    try {
                        context.complete();
                        response.getWriter().write("not refused, ");
                    } catch (IllegalStateException expected) {
                        // As on every container.
                    }
                }))
                .isEqualTo("rendered");
    }

    @Test
    @DisplayName("T14: so is one that completes while its dispatch is rendered")
    void completesDuringDispatch() throws Exception {
        assertThat(answer((request, response) -> {
                    if (request.getDispatcherType() == DispatcherType.ASYNC) {
                        response.getWriter().write("the one half");
                        try {
                            ((AsyncContext) request.getAttribute("context")).complete();
                        } catch (IllegalStateException expected) {
                            // As on every container.
                        }
                        response.getWriter().write(" and the other");
                        return;
                    }
                    AsyncContext context = request.startAsync();
                    request.setAttribute("context", context);
                    context.dispatch();
                }))
                .isEqualTo("the one half and the other");
    }

    @Test
    @DisplayName("T14: a completion takes effect when the dispatch is over, and what is written until then counts")
    void writesAfterCompletion() throws Exception {
        assertThat(answer((request, response) -> {
                    AsyncContext context = request.startAsync();
                    response.getWriter().write("the one half");
                    context.complete();
                    response.getWriter().write(" and the other");
                }))
                .isEqualTo("the one half and the other");
    }

    @Test
    @DisplayName("R33: a stream has one listener")
    void oneListener() throws Exception {
        assertThat(answer((request, response) -> {
                    AsyncContext context = request.startAsync();
                    ServletOutputStream out = response.getOutputStream();
                    WriteListener listener = completing(context);
                    out.setWriteListener(listener);
                    try {
                        out.setWriteListener(listener);
                    } catch (IllegalStateException expected) {
                        out.print("refused");
                    }
                }))
                .isEqualTo("refused");
    }

    private static WriteListener completing(AsyncContext context) {
        return new WriteListener() {
            @Override
            public void onWritePossible() {
                context.complete();
            }

            @Override
            public void onError(Throwable failure) {
                context.complete();
            }
        };
    }
}
