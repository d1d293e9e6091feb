// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.chrome.ChromeDriver;

@Tag("http")
@ExtendWith(Chromium.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("The console's page")
class ConsoleLooksTest {

    private static final List<String> VIEWS = List.of("overview", "inbox", "records", "routes", "store");

    private static final double A_SECOND = 1_000;

    /** What a page takes is the least that it ever takes: the rest is what else the machine had to do. */
    private static final int OPENINGS = 10;

    private final ConsoleAtWork work = ConsoleAtWork.withUsers();

    @BeforeAll
    void traffic() {
        work.charge(1);
        work.charge(1);
        work.answers(422, "{\"error\":\"card declined\"}");
        work.refund(2);
        work.breaksOff();
        work.charge(3);
        work.refund(4);
        work.charge(3);
    }

    @AfterAll
    void close() {
        work.close();
    }

    private ConsolePage page(ChromeDriver driver) {
        return page(driver, work);
    }

    private static ConsolePage page(ChromeDriver driver, ConsoleAtWork at) {
        return new ConsolePage(driver, at.console()).carrying("semel-session", at.session(ConsoleAtWork.KIMS_TOKEN));
    }

    /** Each view, one record, and both steps of a settlement. */
    private static void throughout(ConsolePage page, Runnable look) {
        for (String view : VIEWS) {
            page.open(view);
            look.run();
        }
        page.open("inbox").press("What happened").says("About it");
        look.run();
        page.press("Settle it…").press("It happened").press("Next: check it").says("A reason is needed");
        look.run();
        page.type("Status", "201")
                .type("Body", "{}")
                .type("Why", "seen at the bank")
                .press("Next: check it");
        page.says("Is this right?");
        look.run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    @DisplayName("has no barriers that axe-core knows of")
    void barriers(String scheme, ChromeDriver driver) {
        ConsolePage page = page(driver).prefers(scheme);
        throughout(page, () -> assertThat(PageFindings.barriers(driver)).isEmpty());
        page.open("records").press("Find one by its key").press("Find").says("Whose key is it?");
        assertThat(PageFindings.barriers(driver)).isEmpty();
        driver.manage().deleteAllCookies();
        page.open("overview").press("Sign in").says("Who are you?");
        assertThat(PageFindings.barriers(driver)).isEmpty();
        assertThat(driver.executeScript("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(scheme.equals("dark") ? "rgb(13, 17, 22)" : "rgb(244, 246, 248)");
    }

    @Test
    @DisplayName("would be told of a barrier, a complaint and a stranger's address if it had one")
    void findings(ChromeDriver driver) {
        page(driver).open("store");
        driver.executeScript("document.querySelector('main').append(document.createElement('button'))");
        assertThat(PageFindings.barriers(driver)).anyMatch(found -> found.startsWith("button-name"));
        driver.executeScript("const image = new Image(); image.src = 'http://127.0.0.1:9/elsewhere.png'");
        ConsolePage page = new ConsolePage(driver, work.console());
        page.await(
                "a complaint",
                any -> PageFindings.complaints(driver).stream()
                        .anyMatch(complaint -> complaint.contains("Content Security Policy")));
        String elsewhere = work.console().resolve("/health").toString();
        driver.get(elsewhere);
        assertThat(PageFindings.asked(driver)).contains(elsewhere);
    }

    @Test
    @DisplayName("can be read on a phone: nothing is wider than 360 pixels")
    void phone(ChromeDriver driver) {
        ConsolePage page = page(driver).wide(360);
        throughout(page, () -> assertThat(driver.executeScript(WIDTHS)).isEqualTo(List.of()));
    }

    @Test
    @DisplayName("can be read on a phone with long names, too")
    void phoneWithLongNames(ChromeDriver driver) {
        try (ConsoleAtWork other = ConsoleAtWork.withLongNames()) {
            other.post("/charges", "acct_" + "7".repeat(40), ConsoleAtWork.key(1), "{}");
            other.breaksOff();
            other.post("/charges", "acct_" + "7".repeat(40), ConsoleAtWork.key(3), "{}");
            other.refund(4);
            ConsolePage page = page(driver, other).wide(360);
            throughout(page, () -> assertThat(driver.executeScript(WIDTHS)).isEqualTo(List.of()));
            driver.get("about:blank");
        }
    }

    /** What is wider than a phone. */
    static final String WIDTHS = """
            const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > 360.5
                && !one.closest('.scroll, .unseen, .body, thead, svg') && getComputedStyle(one).display !== 'none');
            return document.documentElement.scrollWidth > 360 || wide.length > 0 ? wide.map((one) => one.outerHTML.slice(0, 200)) : []
            """;

    @Test
    @DisplayName("asks nobody but its own server, and the browser has nothing to complain of")
    void quiet(ChromeDriver driver) {
        ConsolePage page = page(driver);
        PageFindings.asked(driver);
        throughout(page, () -> {});
        assertThat(PageFindings.asked(driver))
                .hasSizeGreaterThan(50)
                .allMatch(address -> address.startsWith(work.console().toString()) || address.startsWith("about:"));
        assertThat(PageFindings.complaints(driver)).isEmpty();
    }

    @Test
    @DisplayName("is painted within a second")
    void fast(ChromeDriver driver) {
        ConsolePage page = page(driver);
        double fastest = Double.MAX_VALUE;
        for (int opened = 0; opened < OPENINGS && fastest >= A_SECOND; opened++) {
            page.open("overview").await("it is painted", any -> paint(driver) > 0);
            fastest = Math.min(fastest, paint(driver));
        }
        assertThat(fastest).isLessThan(A_SECOND);
    }

    private static double paint(ChromeDriver driver) {
        Object at = driver.executeScript(
                "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0");
        return ((Number) at).doubleValue();
    }

    @Test
    @DisplayName("follows the system's theme until somebody chooses one, and remembers that")
    void themes(ChromeDriver driver) {
        ConsolePage page = page(driver).prefers("dark").open("store");
        assertThat(scheme(driver)).isEqualTo("rgb(13, 17, 22)");
        page.find("#theme").click();
        assertThat(scheme(driver)).isEqualTo("rgb(244, 246, 248)");
        page.open("store");
        assertThat(scheme(driver)).isEqualTo("rgb(244, 246, 248)");
        page.prefers("light").find("#theme").click();
        assertThat(scheme(driver)).isEqualTo("rgb(13, 17, 22)");
        page.find("#theme").click();
        assertThat(scheme(driver)).isEqualTo("rgb(244, 246, 248)");
    }

    private static Object scheme(ChromeDriver driver) {
        return driver.executeScript("return getComputedStyle(document.body).backgroundColor");
    }
}
