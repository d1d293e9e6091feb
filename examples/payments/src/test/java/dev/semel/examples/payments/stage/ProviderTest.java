// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.examples.payments.stage.Shopper.Answer;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The provider of the example")
class ProviderTest {

    private static final String BODY = "{\"order\":\"o1\",\"amount\":100,\"currency\":\"EUR\",\"card\":\"tok_visa\"}";

    @TempDir
    Path folder;

    private Provider provider;
    private Shopper client;

    @BeforeEach
    void start() throws IOException {
        provider = new Provider(0, folder.resolve("ledger.jsonl"), Duration.ZERO);
        client = new Shopper(provider.uri());
    }

    @AfterEach
    void stop() throws IOException {
        provider.close();
    }

    private void restart() throws IOException {
        stop();
        start();
    }

    private List<Entry> ledger() throws Exception {
        return new Bank(provider.uri()).look(Optional.empty()).entries();
    }

    private void order(Fault... faults) throws Exception {
        new Bank(provider.uri()).order(List.of(faults));
    }

    @Test
    @DisplayName("R21: charges once for each key, also after a restart, and says what became of a key")
    void keys() throws Exception {
        Answer first = client.once("/charges", "key-1", BODY);
        assertThat(first.status()).isEqualTo(201);
        assertThat(client.once("/charges", "key-1", BODY)).isEqualTo(first);
        restart();
        assertThat(client.once("/charges", "key-1", BODY)).isEqualTo(first);
        assertThat(client.get("/requests?key=key-1")).isEqualTo(new Answer(200, "[" + first.body() + "]"));
        assertThat(client.get("/requests?key=key-2")).isEqualTo(new Answer(200, "[]"));
        assertThat(client.once("/charges", "key-1", BODY.replace("100", "999")).status())
                .isEqualTo(422);
        assertThat(client.once("/charges", "key-2", BODY)).isNotEqualTo(first);
        assertThat(ledger()).hasSize(2);
    }

    @Test
    @DisplayName("forgets what was being written when the power went, and nothing else")
    void tornLine() throws Exception {
        Answer first = client.once("/charges", "key-1", BODY);
        stop();
        Files.writeString(folder.resolve("ledger.jsonl"), "{\"id\":\"ch_2\",\"ki", StandardOpenOption.APPEND);
        start();
        assertThat(client.get("/requests?key=key-1").body()).isEqualTo("[" + first.body() + "]");
        assertThat(client.once("/charges", "key-2", BODY).status()).isEqualTo(201);
        restart();
        assertThat(ledger()).extracting(Entry::key).containsExactly("key-1", "key-2");
    }

    @Test
    @DisplayName("gives back no more than it took, and nothing of a card that it declined")
    void refunds() throws Exception {
        assertThat(client.once("/charges", "key-0", BODY.replace("tok_visa", Ledger.EMPTY_CARD)))
                .extracting(Answer::status)
                .isEqualTo(402);
        String declined = ledger().get(0).id();
        assertThat(client.once("/refunds", "key-r", "{\"charge\":\"" + declined + "\",\"amount\":1}")
                        .status())
                .isEqualTo(422);
        Answer charged = client.once("/charges", "key-1", BODY);
        String charge = Web.JSON.readTree(charged.body()).get("id").asString();
        String part = "{\"charge\":\"" + charge + "\",\"amount\":60}";
        Answer refunded = client.once("/refunds", "key-2", part);
        assertThat(refunded.status()).isEqualTo(201);
        assertThat(client.once("/refunds", "key-2", part)).isEqualTo(refunded);
        assertThat(client.once("/refunds", "key-3", part).status()).isEqualTo(422);
        assertThat(client.once("/refunds", "key-4", part.replace("60", "-60")).status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("has its ledger to itself")
    void locked() {
        assertThatThrownBy(() -> new Provider(0, folder.resolve("ledger.jsonl"), Duration.ZERO))
                .isInstanceOf(OverlappingFileLockException.class);
    }

    @Test
    @DisplayName("takes money and is silent, also about keys, until it is told otherwise")
    void silence() throws Exception {
        order(Fault.SILENCE);
        CompletableFuture<Answer> charged = CompletableFuture.supplyAsync(() -> client.once("/charges", "key-1", BODY));
        Bank bank = new Bank(provider.uri());
        Bank.View seen = bank.look(Optional.empty());
        while (seen.charges() == 0) {
            seen = bank.look(Optional.of(seen.version()));
        }
        CompletableFuture<Answer> asked = CompletableFuture.supplyAsync(() -> client.get("/requests?key=key-1"));
        CompletableFuture<Answer> again = CompletableFuture.supplyAsync(() -> client.once("/charges", "key-1", BODY));
        assertThat(List.of(charged, asked, again)).noneMatch(CompletableFuture::isDone);
        order();
        assertThat(charged.get().status()).isEqualTo(201);
        assertThat(asked.get().body()).isEqualTo("[" + charged.get().body() + "]");
        assertThat(again.get()).isEqualTo(charged.get());
        assertThat(ledger()).hasSize(1);
    }

    @Test
    @DisplayName("fails as it is told, once for each fault, and charges or does not as the fault says")
    void faults() throws Exception {
        order(Fault.FAIL, Fault.DROP, Fault.SLOW);
        assertThat(client.once("/charges", "key-1", BODY).status()).isEqualTo(503);
        assertThat(ledger()).isEmpty();
        assertThat(client.once("/charges", "key-1", BODY).body()).contains("IOException");
        assertThat(ledger()).hasSize(1);
        assertThat(client.once("/charges", "key-1", BODY).status()).isEqualTo(201);
        assertThat(client.once("/charges", "key-1", BODY).status()).isEqualTo(201);
        assertThat(ledger()).hasSize(1);
    }
}
