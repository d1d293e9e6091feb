// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The provider from outside, as its operator sees it: the ledger, and the faults to come. Safe for use by several threads. */
final class Bank {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI provider;

    Bank(URI provider) {
        this.provider = provider;
    }

    /**
     * Everything that can be seen.
     *
     * @param version changes with everything else
     * @param faults what is still to go wrong
     * @param entries the ledger
     */
    record View(long version, List<Fault> faults, List<Entry> entries) {

        static final View NOTHING = new View(-1, List.of(), List.of());

        long charges() {
            return entries.stream().filter(Entry::isCharge).count();
        }
    }

    /** Once there is another version than the known one, or after a while. */
    View look(Optional<Long> known) throws IOException, InterruptedException {
        String query = known.map(version -> "?after=" + version).orElse("");
        byte[] body = send(HttpRequest.newBuilder(provider.resolve("/ledger" + query)));
        return Web.JSON.readValue(body, View.class);
    }

    void order(List<Fault> faults) throws IOException, InterruptedException {
        byte[] unused = send(HttpRequest.newBuilder(provider.resolve("/faults"))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(Web.JSON.writeValueAsBytes(faults))));
    }

    private byte[] send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response =
                client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() >= 300) {
            throw new IOException("the provider answers " + response.statusCode());
        }
        return response.body();
    }
}
