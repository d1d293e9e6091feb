// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.memory.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.chrome.ChromeDriver;

@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("R16: a method's call that is held, settled on the console's page:")
class ConsoleCallsTest {

    private final MemoryStore store = MemoryStore.create();
    private final HeldCall call = new HeldCall(store);
    private final MountedConsole console = new MountedConsole(store, HeldCall.catalogue());
    private final ConsolePage page;

    ConsoleCallsTest(ChromeDriver driver) {
        page = new ConsolePage(driver, console.uri());
    }

    @AfterEach
    void close() {
        page.driver().get("about:blank");
        console.close();
    }

    private void decide() {
        page.open("inbox").says(HeldCall.OPERATION).press("What happened").says("gets NotAnsweredException");
        page.press("Settle it…").press("It happened");
        page.type("Why", "in the list of what was sent").type("Your name", "Kim");
    }

    @Test
    @DisplayName("it happened: asks for its value and for no status, and every later call gets that value")
    void happened() {
        decide();
        assertThat(page.text()).doesNotContain("Status", "Content type", "Further headers");
        page.type("Value", "{\"number\": 17}").press("Next: check it");
        page.says("gets exactly the value above").says("{\"number\": 17}").press("Settle it");
        page.says("Settled").says("gets the saved value. Nothing runs.");

        assertThat(call.nextCall()).isEqualTo("application/json {\"number\": 17}");
    }

    @Test
    @DisplayName("what is no JSON, or nothing at all, is not sent: no later call could read it")
    void noValue() {
        decide();
        page.press("Next: check it").says("where the method returns nothing, write null");
        page.type("Value", "sent").press("Next: check it").says("This is no JSON");
        assertThat(PageFindings.barriers(page.driver())).isEmpty();
        assertThat(page.wide(360).driver().executeScript(ConsoleLooksTest.WIDTHS))
                .isEqualTo(List.of());
        assertThat(call.nextCall()).isEqualTo("Held");

        page.type("Value", "null").press("Next: check it").press("Settle it").says("Settled");
        assertThat(call.nextCall()).isEqualTo("application/json null");
    }
}
