// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where spans go, and which.
 *
 * @param endpoint the collector's, for OTLP over HTTP
 * @param headers what it wants to see besides: credentials, say
 * @param sampling which part of the traces that begin here is kept, from 0 to 1
 * @param parentBased whether a caller that names its trace has decided already
 * @param service what this gateway is called there
 * @param timeout how long the collector may take for a batch
 * @param queue how many spans may wait; beyond: they are dropped, and counted
 */
record TracingChoice(
        URI endpoint,
        Map<String, String> headers,
        double sampling,
        boolean parentBased,
        String service,
        Duration timeout,
        int queue) {

    static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final String SERVICE = "semel-gateway";
    static final int QUEUE = 4096;

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int LARGEST = 1_000_000;

    TracingChoice {
        headers = Map.copyOf(headers);
    }

    /** The section {@code tracing}, where there is one. */
    static Optional<TracingChoice> read(Section root) {
        if (!root.has("tracing")) {
            return Optional.empty();
        }
        Section section = root.section("tracing");
        section.text("endpoint");
        TracingChoice choice = new TracingChoice(
                section.find("endpoint", TracingChoice::endpoint).orElseThrow(),
                headers(section),
                section.find("sampling", TracingChoice::part).orElse(1.0),
                section.word("parent-based", Map.of("true", true, "false", false))
                        .orElse(true),
                section.find("service-name", TracingChoice::name).orElse(SERVICE),
                section.find("timeout", TracingChoice::timeout).orElse(TIMEOUT),
                section.find("queue", TracingChoice::spans).orElse(QUEUE));
        section.done();
        return Optional.of(choice);
    }

    private static Map<String, String> headers(Section section) {
        Map<String, String> headers =
                section.has("headers") ? section.section("headers").texts() : Map.of();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (!header.getKey().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
                    || !header.getValue().matches("[\\x20-\\x7e]*")) {
                // The value may be a secret, and is not repeated.
                throw section.bad("headers", "has one that cannot be sent: " + header.getKey());
            }
        }
        return headers;
    }

    /** Collectors listen for traces there, unless somebody has said otherwise. */
    private static URI endpoint(String text) {
        URI uri = URI.create(text);
        boolean web = List.of("http", "https").contains(String.valueOf(uri.getScheme()));
        if (!web || uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "it is http://host:port or https://host:port, with a path where the collector"
                            + " wants another one than /v1/traces, and credentials go into headers");
        }
        boolean bare = uri.getRawPath().isEmpty() || uri.getRawPath().equals("/");
        return bare ? uri.resolve("/v1/traces") : uri;
    }

    private static double part(String text) {
        if (!text.matches("0|1|0\\.[0-9]{1,9}|1\\.0{1,9}")) {
            throw new IllegalArgumentException("it is a number from 0 (no trace) to 1 (every trace), as in 0.1");
        }
        return Double.parseDouble(text);
    }

    private static String name(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a name is expected");
        }
        return text;
    }

    private static Duration timeout(String text) {
        Duration time = Durations.parse(text);
        if (time.isZero() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("it is longer than nothing and at most " + Durations.show(LONGEST));
        }
        return time;
    }

    private static int spans(String text) {
        int spans = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : 0;
        if (spans < 1 || spans > LARGEST) {
            throw new IllegalArgumentException("it is a number of spans, from 1 to " + LARGEST);
        }
        return spans;
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
        return "TracingChoice[" + endpoint.getHost() + "]";
    }
}
