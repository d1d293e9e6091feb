// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Chromium;
import dev.semel.servers.PageFindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.chrome.ChromeDriver;

@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("On the checkout page")
class CheckoutTest {

    private final Stage stage = StageAtWork.stage();
    private final CheckoutPage page;

    CheckoutTest(ChromeDriver driver) {
        page = new CheckoutPage(driver, stage.uri());
    }

    @AfterEach
    void works() throws Exception {
        stage.show().order(Trouble.NONE);
    }

    /** One charge at the provider, one row at the service, and every click knows of that one. */
    private void assertChargedOnce() throws Exception {
        page.counts(1);
        List<Entry> ledger = ledger();
        assertThat(ledger).hasSize(1);
        assertThat(page.charges())
                .hasSameSizeAs(page.answers())
                .containsOnly(ledger.get(0).id());
        assertThat(new Shopper(stage.uri())
                        .get("/v1/orders/" + page.text("order"))
                        .body())
                .containsOnlyOnce("\"id\":\"" + ledger.get(0).id() + "\"")
                .containsOnlyOnce("\"currency\"");
    }

    private List<Entry> ledger() throws Exception {
        String order = page.text("order");
        return stage.bank().look(Optional.empty()).entries().stream()
                .filter(entry -> order.equals(entry.order()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "slow", "fail", "drop", "time-out", "kill"})
    @DisplayName("R1, R16, R22: a double click charges once and gets one answer, whatever goes wrong")
    void doubleClick(String trouble) throws Exception {
        long process = stage.supervisor().service().pid();
        page.trouble(trouble).doubleClick().answered(2);
        assertChargedOnce();
        assertThat(String.join(" ", page.answers())).contains("Idempotent-Replayed: true");
        assertThat(stage.supervisor().service().pid() == process)
                .as("the same process")
                .isEqualTo(!trouble.equals("kill"));
        page.click().answered(3);
        assertChargedOnce();
    }

    @Test
    @DisplayName("R38: a reload in the middle keeps the key and charges once; a new checkout has a new key")
    void reload() throws Exception {
        String key = page.text("key");
        stage.bank().order(List.of(Fault.SILENCE));
        page.click().counts(1).reload().asks(1);
        stage.bank().order(List.of());
        page.answered(2);
        assertThat(page.text("key")).isEqualTo(key);
        assertThat(page.answers().get(0)).contains("After the reload", "Idempotent-Replayed: true");
        assertThat(page.answers().get(1)).contains("left by the reload");
        assertThat(page.charges()).containsExactly(ledger().get(0).id());
        assertThat(ledger()).hasSize(1);

        page.reload().answered(2);
        assertThat(page.renew().text("key")).isNotEqualTo(key);
        page.counts(0).click().answered(1);
        assertChargedOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "drop", "time-out"})
    @DisplayName("the same without Semel charges twice, and the page says so")
    void without(String trouble) throws Exception {
        page.without().trouble(trouble);
        if (trouble.equals("none")) {
            page.doubleClick().answered(2);
        } else {
            page.click().answered(1);
        }
        page.counts(2);
        assertThat(ledger()).hasSize(2);
        assertThat(page.text("verdict")).contains("paid 2 times");
        assertThat(page.text("story")).contains("charge");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    @DisplayName("there are no barriers, nothing runs out of a phone's screen, and nothing is asked of others")
    void looks(String scheme) {
        ChromeDriver driver = page.driver();
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 360, "height", 780, "deviceScaleFactor", 1, "mobile", true));
        page.doubleClick().answered(2).counts(1);
        assertThat(PageFindings.barriers(driver)).isEmpty();
        assertThat(driver.executeScript("return document.documentElement.scrollWidth"))
                .isEqualTo(360L);
        page.without().doubleClick().answered(2).counts(2);
        assertThat(PageFindings.barriers(driver)).isEmpty();
        assertThat(PageFindings.complaints(driver)).isEmpty();
        assertThat(PageFindings.asked(driver))
                .isNotEmpty()
                .allMatch(address -> address.startsWith(stage.uri().toString()) || address.startsWith("about:"));
    }
}
