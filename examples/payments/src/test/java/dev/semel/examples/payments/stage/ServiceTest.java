// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.examples.payments.stage.Shopper.Answer;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("The service of the example")
class ServiceTest {

    private final Stage stage = StageAtWork.stage();
    private final Shopper shopper = new Shopper(stage.uri());
    private final String key = UUID.randomUUID().toString();
    private final String order = "order-" + key;
    private final String body =
            "{\"order\":\"" + order + "\",\"amount\":4900,\"currency\":\"EUR\",\"card\":\"tok_visa\"}";

    private List<Entry> ledger() throws Exception {
        return stage.bank().look(Optional.empty()).entries().stream()
                .filter(entry -> order.equals(entry.order()))
                .toList();
    }

    /** What the provider gave back of the order's charge. */
    private List<Entry> refunds() throws Exception {
        String charge = ledger().get(0).id();
        return stage.bank().look(Optional.empty()).entries().stream()
                .filter(entry -> charge.equals(entry.charge()))
                .toList();
    }

    private String refundsPath() throws Exception {
        return "/v1/charges/" + ledger().get(0).id() + "/refunds";
    }

    private Answer charge(String content) {
        return shopper.once("/v1/charges", key, content);
    }

    @Test
    @DisplayName(
            "R16, R22: a charge whose row could not be written is in doubt, and its retry writes the row and charges"
                    + " nobody")
    void rowRefused() throws Exception {
        try (HikariDataSource database = Postgres.server().pool(1)) {
            Database.run(database, "ALTER TABLE charge RENAME TO charge_elsewhere");
            try {
                assertThat(charge(body).status()).isEqualTo(500);
                assertThat(ledger()).hasSize(1);
                assertThat(charge(body).status()).isEqualTo(409);
            } finally {
                Database.run(database, "ALTER TABLE charge_elsewhere RENAME TO charge");
            }
        }
        assertThat(charge(body.replace("\"amount\":4900", "\"amount\":4901")).status())
                .isEqualTo(422);
        assertThat(charge(body).status()).isEqualTo(201);
        assertThat(ledger()).hasSize(1);
        assertThat(shopper.get("/v1/orders/" + order).body())
                .contains(ledger().get(0).id());
    }

    @Test
    @DisplayName("R16: a declined card stays declined, also when the provider's answer got lost")
    void declined() throws Exception {
        stage.bank().order(List.of(Fault.TIME_OUT));
        String declined = body.replace("tok_visa", Ledger.EMPTY_CARD);
        assertThat(charge(declined).status()).isEqualTo(504);
        Answer answer = charge(declined);
        assertThat(answer.status()).isEqualTo(402);
        assertThat(answer.body()).contains("declined");
        assertThat(charge(declined)).isEqualTo(answer);
        assertThat(ledger()).hasSize(1).noneMatch(Entry::moved);
        assertThat(shopper.get("/v1/orders/" + order).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/xml", "text/html, image/png;q=0.9"})
    @DisplayName("R15: who does not take JSON is refused before the provider is asked, and the key is as it was")
    void notAcceptable(String accept) throws Exception {
        assertThat(shopper.once("/v1/charges", key, body, accept).status()).isEqualTo(406);
        assertThat(ledger()).isEmpty();
        Answer charged = charge(body);
        assertThat(charged.status()).isEqualTo(201);
        assertThat(shopper.once("/v1/charges", key, body, accept).status()).isEqualTo(406);
        assertThat(charge(body)).isEqualTo(charged);

        String path = refundsPath();
        assertThat(shopper.once(path, key, "{\"amount\": 40}", accept).status()).isEqualTo(406);
        assertThat(refunds()).isEmpty();
        assertThat(shopper.once(path, key, "{\"amount\": 40}").status()).isEqualTo(201);
        assertThat(ledger()).hasSize(1);
        assertThat(refunds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 406, 500})
    @DisplayName(
            "R15, R16, R22: an answer that fails after the charge is no last word: one charge, one row, one answer in"
                    + " the end")
    void notRendered(int status) throws Exception {
        long amount = 900_000_000L + status;
        String wanted = body.replace("\"amount\":4900", "\"amount\":" + amount);
        assertThat(charge(wanted).status()).isEqualTo(status);
        assertThat(ledger()).hasSize(1);
        Answer charged = charge(wanted);
        assertThat(charged.status()).isEqualTo(201);
        assertThat(charged.body()).contains(ledger().get(0).id());
        assertThat(charge(wanted)).isEqualTo(charged);

        String path = refundsPath();
        String back = "{\"amount\": " + amount + "}";
        assertThat(shopper.once(path, key, back).status()).isEqualTo(status);
        Answer given = shopper.once(path, key, back);
        assertThat(given.status()).isEqualTo(201);
        assertThat(shopper.once(path, key, back)).isEqualTo(given);
        assertThat(ledger()).hasSize(1);
        assertThat(refunds()).hasSize(1);
        assertThat(shopper.get("/v1/orders/" + order).body())
                .containsOnlyOnce("\"id\":\"" + ledger().get(0).id() + "\"")
                .containsOnlyOnce("\"id\":\"" + refunds().get(0).id() + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"amount\": 1}",
                "4900 EUR",
                "{\"order\":\"o\",\"amount\":-1,\"currency\":\"EUR\",\"card\":\"c\"}"
            })
    @DisplayName("R15: what is no charge is refused, and reaches no provider")
    void noCharge(String content) throws Exception {
        int before = stage.bank().look(Optional.empty()).entries().size();
        assertThat(charge(content).status()).isEqualTo(400);
        assertThat(stage.bank().look(Optional.empty()).entries()).hasSize(before);
    }

    @Test
    @DisplayName(
            "R6, R21: gives back once for each key, not more than was taken, and nothing of a charge that it does not"
                    + " know")
    void givesBack() throws Exception {
        assertThat(charge(body).status()).isEqualTo(201);
        String path = refundsPath();
        Answer given = shopper.once(path, key, "{\"amount\": 4000}");
        assertThat(given.status()).isEqualTo(201);
        assertThat(shopper.once(path, key, "{\"amount\": 4000}")).isEqualTo(given);
        assertThat(shopper.once(path, UUID.randomUUID().toString(), "{\"amount\": 4000}")
                        .status())
                .isEqualTo(422);
        assertThat(shopper.once(path, UUID.randomUUID().toString(), "{\"amount\": -1}")
                        .status())
                .isEqualTo(400);
        assertThat(shopper.once("/v1/charges/ch_0/refunds", UUID.randomUUID().toString(), "{\"amount\": 1}")
                        .status())
                .isEqualTo(404);
        assertThat(shopper.get("/v1/orders/" + order).body()).containsOnlyOnce("\"amount\":4000");
        assertThat(shopper.get("/v1/orders/" + key).status()).isEqualTo(404);
    }
}
