// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.semel.console.Console;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of the checkout page. What it looks like is the console's: those files are served from its jar. */
final class Assets {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private static final String SHARED = "/shared/";

    private Assets() {}

    static void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String name = path.equals("/") ? "/index.html" : path;
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream file = type == null || name.contains("..") ? null : open(name)) {
            if (file == null || type == null) {
                Web.problem(exchange, 404, "There is nothing here.");
                return;
            }
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; frame-ancestors 'none'");
            headers.set("Cache-Control", "no-cache");
            headers.set("X-Content-Type-Options", "nosniff");
            Web.send(exchange, 200, type, file.readAllBytes());
        }
    }

    private static @Nullable InputStream open(String name) {
        return name.startsWith(SHARED)
                ? Console.class.getResourceAsStream("page/" + name.substring(SHARED.length()))
                : Assets.class.getResourceAsStream("page" + name);
    }
}
