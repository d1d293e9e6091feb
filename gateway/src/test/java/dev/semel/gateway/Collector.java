// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes spans as a collector of OpenTelemetry does, by OTLP over HTTP, and keeps every byte of them. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<Resource> resources = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private volatile int status = 200;

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (status == 200) {
                ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body);
                bodies.add(body);
                authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
                request.getResourceSpansList().forEach(resource -> {
                    resources.add(resource.getResource());
                    resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
                });
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What it answers from now on; it takes nothing but with a 200. */
    void answers(int code) {
        status = code;
    }

    List<Span> spans() {
        return spans;
    }

    List<Span> spans(Span.SpanKind kind) {
        return spans.stream().filter(span -> span.getKind() == kind).toList();
    }

    /** All that was exported, with whatever is text in it to be read. */
    String bytes() {
        StringBuilder all = new StringBuilder();
        bodies.forEach(body -> all.append(new String(body, StandardCharsets.ISO_8859_1)));
        return all.toString();
    }

    List<String> authorizations() {
        return authorizations;
    }

    /** What the sender says of itself. */
    String resource(String name) {
        return word(resources.get(0).getAttributesList(), name);
    }

    /** An attribute, or nothing. */
    static String word(Span span, String name) {
        return word(span.getAttributesList(), name);
    }

    private static String word(List<KeyValue> attributes, String name) {
        return attributes.stream()
                .filter(attribute -> attribute.getKey().equals(name))
                .map(KeyValue::getValue)
                .map(Collector::text)
                .findFirst()
                .orElse("");
    }

    private static String text(AnyValue value) {
        return value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
