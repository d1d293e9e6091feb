// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("With Micrometer's bridge to OpenTelemetry, as Boot configures it")
class BridgeTest {

    private static final String FIRST = "0af7651916cd43dd8448eb211c80319c";
    private static final String SECOND = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final ServletWebServerApplicationContext context =
            (ServletWebServerApplicationContext) new SpringApplicationBuilder(Application.class)
                    .properties(
                            "server.port=0",
                            "semel.http.tenants=sole",
                            "semel.store=memory",
                            "management.tracing.sampling.probability=1.0")
                    .run();
    private final String key = UUID.randomUUID().toString();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Desk.class)
    static class Application {

        @Bean
        InMemorySpanExporter spans() {
            return InMemorySpanExporter.create();
        }
    }

    @RestController
    static class Desk {

        @PostMapping("/ask")
        @Idempotent("desk.ask")
        String ask() {
            return "the answer";
        }
    }

    @AfterEach
    void close() {
        context.close();
    }

    private HttpResponse<String> ask(String trace) throws Exception {
        return ask(trace, "01");
    }

    private HttpResponse<String> ask(String trace, String flags) throws Exception {
        URI place = URI.create("http://127.0.0.1:" + context.getWebServer().getPort() + "/ask");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(place)
                                .header("Idempotency-Key", key)
                                .header("traceparent", "00-" + trace + "-b7ad6b7169203331-" + flags)
                                .POST(HttpRequest.BodyPublishers.ofString("a body that is nobody's business"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private List<SpanData> spans(String name) {
        context.getBean(SdkTracerProvider.class).forceFlush().join(20, TimeUnit.SECONDS);
        return context.getBean(InMemorySpanExporter.class).getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    @Test
    @DisplayName(
            "R39, R27: the span of a replay has a link to the trace and the span of the original, and no key is in any")
    void replayLinksToTheOriginal() throws Exception {
        ask(FIRST);
        HttpResponse<String> replayed = ask(SECOND);

        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        List<SpanData> admissions = spans("semel admission");
        assertThat(admissions).extracting(SpanData::getTraceId).containsExactly(FIRST, SECOND);
        SpanData replay = spans("semel replay").get(0);
        assertThat(replay.getTraceId()).isEqualTo(SECOND);
        assertThat(replay.getLinks())
                .extracting(LinkData::getSpanContext)
                .extracting(original -> original.getTraceId() + " " + original.getSpanId())
                .containsExactly(FIRST + " " + admissions.get(0).getSpanId());
        assertThat(admissions.get(0).getAttributes().get(AttributeKey.stringKey("attempt")))
                .isEqualTo("1");
        assertThat(admissions.get(0).getAttributes().get(AttributeKey.stringKey("reason")))
                .isEqualTo("first");
        assertThat(context.getBean(InMemorySpanExporter.class).getFinishedSpanItems())
                .allSatisfy(span -> assertThat(span.toString()).doesNotContain(key, "nobody's business"));
    }

    @Test
    @DisplayName("R39: where nobody keeps the original's span there is no link to it, as nothing would be found there")
    void unsampled() throws Exception {
        ask(FIRST, "00");
        HttpResponse<String> replayed = ask(SECOND);

        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(spans("semel admission")).extracting(SpanData::getTraceId).containsExactly(SECOND);
        assertThat(spans("semel replay")).isEmpty();
    }
}
