// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import dev.semel.servers.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.chrome.ChromeDriver;

/** Makes the picture of README.md; {@code ./semel screenshots} runs it, and no lane does, so that a test run leaves it as it is. */
@ExtendWith(Chromium.class)
@DisplayName("A picture of the checkout")
class CheckoutScreenshots {

    private static final Path IMAGE = Path.of("../../docs/images/payments.png");

    /** What is another in each run. */
    private static final String SET_NAMES = """
            document.getElementById('order').textContent = 'order-k7m2qx';
            document.getElementById('service').textContent = 'Service up, process 4711';
            document.activeElement?.blur();
            scrollTo(0, 0);
            """;

    @Test
    @DisplayName("after a dropped connection, without Semel")
    void twice(ChromeDriver driver) throws IOException {
        CheckoutPage page = new CheckoutPage(driver, StageAtWork.stage().uri());
        page.without().trouble("drop").click().answered(1).counts(2);
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "light"))));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 1280, "height", 985, "deviceScaleFactor", 1, "mobile", false));
        driver.executeScript(SET_NAMES);
        Object shot = driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"))
                .get("data");
        Files.write(IMAGE, Base64.getDecoder().decode((String) shot));
    }
}
