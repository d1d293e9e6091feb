// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The console of a gateway that runs. Used by one thread. */
final class RemoteDesk implements RecordsDesk {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** However short a look was: each wakes threads that claims would need. */
    private static final Duration SHORTEST_REST = Duration.ofMillis(200);

    private static final Duration LONGEST_REST = Duration.ofMillis(500);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final URI console;
    private final Optional<String> token;
    private Optional<String> csrf = Optional.empty();
    private boolean greeted;

    RemoteDesk(URI console, Optional<String> token) {
        this.console = console;
        this.token = token;
    }

    @Override
    public JsonObject ask(String path, JsonObject question) {
        if (!greeted) {
            greet();
        }
        return send(HttpRequest.newBuilder(console.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(question.encode())));
    }

    /**
     * Whoever the console knows by something else than its own tokens (nobody where it is open, an application's user) has to show
     * that the request comes from no other site, with or without a token.
     */
    private void greet() {
        HttpRequest.Builder greeting = HttpRequest.newBuilder(console.resolve("api/session"));
        csrf = Optional.ofNullable(send(greeting.GET()).getString("csrf"));
        if (token.isEmpty() && csrf.isEmpty()) {
            throw new RefusedByConsole(
                    401,
                    RefusedByConsole.problem(
                            "sign-in-required",
                            "Somebody has to sign in",
                            "this console asks who you are: set SEMEL_TOKEN, or give --token-file FILE"));
        }
        greeted = true;
    }

    private JsonObject send(HttpRequest.Builder request) {
        token.ifPresent(shown -> request.setHeader("Authorization", "Bearer " + shown));
        csrf.ifPresent(shown -> request.setHeader("Semel-Csrf", shown));
        request.setHeader("Semel-Client", "semel-keys");
        try {
            HttpResponse<String> response =
                    client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
            return content(response);
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new IllegalStateException(
                    "no gateway answers at " + console
                            + ": is it running, with its admin listener there? (--admin HOST:PORT)",
                    e);
        } catch (IOException e) {
            throw RefusedByConsole.unanswered(
                    "the gateway at " + console + " was asked, and its answer did not arrive as a whole");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private JsonObject content(HttpResponse<String> response) {
        int status = response.statusCode();
        try {
            JsonObject body = new JsonObject(response.body());
            if (status != 200) {
                throw new RefusedByConsole(status, body);
            }
            return body;
        } catch (DecodeException e) {
            String problem = console + " is no console of Semel: it does not answer in JSON";
            // Something in front may have refused it; any other answer may stand for one that got lost behind it.
            throw status >= 400 && status < 500
                    ? new IllegalStateException(problem, e)
                    : RefusedByConsole.unanswered(problem);
        }
    }

    @Override
    public void rest(Duration took) {
        LockSupport.parkNanos(Math.max(SHORTEST_REST.toNanos(), Math.min(took.toNanos(), LONGEST_REST.toNanos())));
    }

    @Override
    public boolean isLeftAlone() {
        return false;
    }

    @Override
    public String aboutHashes() {
        return "hashes change with a restart unless hash-secret is configured";
    }

    @Override
    public String aboutRetention() {
        return "the gateway's configuration has no such operation any more";
    }

    @Override
    public void close() {
        // The client has nothing that outlives the process.
    }
}
