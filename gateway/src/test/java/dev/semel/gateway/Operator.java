// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Somebody who uses the console's API over a socket. What is sent and each answer are compared with the description. */
final class Operator {

    private final ApiCheck description = new ApiCheck(description());
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI console;
    private final Map<String, String> headers = new LinkedHashMap<>();

    Operator(Service gateway) {
        this(URI.create("http://127.0.0.1:"
                + gateway.adminAddress().orElseThrow().getPort()
                + gateway.consolePath().orElseThrow()));
    }

    Operator(URI console) {
        this.console = console;
    }

    /** What the description has, and this one has not asked for yet. */
    Set<String> unasked() {
        return description.unasked();
    }

    /**
     * What came back.
     *
     * @param status its status
     * @param body its body
     * @param headers its headers
     */
    record Reply(int status, JsonObject body, java.net.http.HttpHeaders headers) {

        String code() {
            return String.valueOf(body.getString("code"));
        }
    }

    /** Sends this header from now on; without a value, no more. */
    Operator with(String name, String value) {
        if (value.isEmpty()) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    /** Takes what a program shows where nobody signs in. */
    Operator greeted() throws Exception {
        return with("Semel-Client", "a-test")
                .with("Semel-Csrf", String.valueOf(get("api/session").body().getString("csrf")));
    }

    Reply signIn(String user, String password) throws Exception {
        Reply reply = post("api/session", new JsonObject().put("user", user).put("password", password));
        if (reply.status() == 200) {
            String cookie = reply.headers().firstValue("Set-Cookie").orElseThrow();
            with("Cookie", cookie.substring(0, cookie.indexOf(';')));
            with("Semel-Csrf", reply.body().getString("csrf"));
        }
        return reply;
    }

    Reply get(String path) throws Exception {
        return send("GET", path, HttpRequest.BodyPublishers.noBody());
    }

    Reply delete(String path) throws Exception {
        return send("DELETE", path, HttpRequest.BodyPublishers.noBody());
    }

    Reply post(String path, JsonObject body) throws Exception {
        Reply reply = send("POST", path, HttpRequest.BodyPublishers.ofString(body.encode()));
        if (reply.status() == 200) {
            // What is taken is described; what a test does wrong on purpose is refused.
            assertThat(description.problems("POST", path, body.encode()))
                    .as(body.encode())
                    .isEmpty();
        }
        return reply;
    }

    Reply send(String method, String path, HttpRequest.BodyPublisher body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(console.resolve(path)).method(method, body);
        headers.forEach(request::setHeader);
        if (method.equals("POST") && !headers.containsKey("Content-Type")) {
            request.setHeader("Content-Type", "application/json");
        }
        HttpResponse<String> response =
                client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        String type = response.headers().firstValue("Content-Type").orElse("");
        assertThat(description.problems(method, path, response.statusCode(), type, response.body()))
                .as(response.body())
                .isEmpty();
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        return new Reply(response.statusCode(), new JsonObject(response.body()), response.headers());
    }

    private static String description() {
        try (InputStream in = dev.semel.console.Console.class.getResourceAsStream("openapi.json")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
