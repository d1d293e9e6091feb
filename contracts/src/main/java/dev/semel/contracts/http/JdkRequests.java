// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads requests for the stage, on a server that knows neither forms nor parts. */
final class JdkRequests {

    private static final Pattern NAME = Pattern.compile("name=\"([^\"]*)\"");

    private JdkRequests() {}

    static HttpStage.Request of(HttpExchange exchange, InputStream body) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String query =
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        String key = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Idempotency-Key"))
                .orElse("");
        return new HttpStage.Request(path, query, key, seen(path, body));
    }

    private static byte[] seen(String path, InputStream body) throws IOException {
        return switch (path) {
            case "/ignores" -> new byte[0];
            case "/form" -> form(text(body));
            case "/upload" -> parts(text(body));
            default -> body.readAllBytes();
        };
    }

    private static byte[] form(String text) {
        return Arrays.stream(text.split("&", -1))
                .map(pair -> URLDecoder.decode(pair, StandardCharsets.UTF_8) + "\n")
                .sorted()
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] parts(String text) {
        String boundary = text.substring(0, text.indexOf("\r\n"));
        StringBuilder lines = new StringBuilder();
        for (String part : text.split(Pattern.quote(boundary), -1)) {
            Matcher name = NAME.matcher(part);
            int content = part.indexOf("\r\n\r\n") + 4;
            if (name.find()) {
                lines.append(name.group(1))
                        .append(' ')
                        .append(part.length() - content - 2)
                        .append('\n');
            }
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(InputStream body) throws IOException {
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
}
