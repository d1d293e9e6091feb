// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("Whoever opens the console's page")
class ConsoleSignInTest {

    private final ConsoleAtWork work = ConsoleAtWork.withUsers();
    private final ConsolePage page;

    ConsoleSignInTest(ChromeDriver driver) {
        page = new ConsolePage(driver, work.console());
    }

    @BeforeEach
    void traffic() {
        work.charge(1);
        work.breaksOff();
        work.charge(2);
    }

    @AfterEach
    void close() {
        page.driver().get("about:blank");
        work.close();
    }

    @Test
    @DisplayName(
            "R36: is refused with a wrong password and sees nothing; with the right one comes in, and goes out again")
    void password() {
        page.open("inbox").says("Sign in");
        page.type("User", "kim").type("Password", "wrong as can be").press("Sign in");
        page.says("That is not right");
        assertThat(page.text()).doesNotContain("charges.create");
        assertThat(page.labelled("Password").getDomProperty("value")).isEmpty();

        page.type("Password", ConsoleAtWork.PASSWORD).press("Sign in");
        page.says("charges.create").says("kim");

        page.press("Sign out").says("Sign in").saysNoMore("charges.create");
        page.open("records").says("Sign in");
    }

    @Test
    @DisplayName(
            "R36: comes in where they were before, whatever somebody else guesses at the same address, as behind a proxy")
    void notLockedOut() {
        page.open("records").type("User", "kim").type("Password", ConsoleAtWork.PASSWORD);
        page.press("Sign in").says("kim").press("Sign out").says("Sign in");
        for (int i = 0; i < 6; i++) {
            assertThat(work.guess("kim", "guess number " + i)).isEqualTo(401);
        }
        assertThat(work.guess("kim", ConsoleAtWork.PASSWORD))
                .as("without the browser")
                .isEqualTo(429);

        page.open("records").type("User", "kim").type("Password", ConsoleAtWork.PASSWORD);
        page.press("Sign in").says("charges.create");
    }

    @Test
    @DisplayName("R36: comes in with a token")
    void token() {
        page.open("records").press("Sign in with a token");
        page.type("Token", ConsoleAtWork.LEES_TOKEN).press("Sign in");
        page.says("lee").says("charges.create");
    }

    @Test
    @DisplayName("R36: whose session expired signs in above what was begun, and goes on with it")
    void expiry() {
        page.open("inbox")
                .type("User", "kim")
                .type("Password", ConsoleAtWork.PASSWORD)
                .press("Sign in");
        page.press("Settle it…").press("It did not happen").type("Why", "no such payment at the bank");

        work.clock().advance(Duration.ofHours(13));

        page.says("Your session ended");
        page.type("User", "kim").type("Password", ConsoleAtWork.PASSWORD).press("Sign in");
        page.saysNoMore("Your session ended");
        assertThat(page.labelled("Why").getDomProperty("value")).isEqualTo("no such payment at the bank");
        page.press("Next: check it").press("Settle it").says("Settled");
        assertThat(work.runs()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "R36: whose session ended before a decision was sent is told that nothing was changed, and sends it once more after the sign-in")
    void settledTooLate() {
        page.open("inbox")
                .type("User", "kim")
                .type("Password", ConsoleAtWork.PASSWORD)
                .press("Sign in");
        page.press("Settle it…").press("It did not happen").type("Why", "no such payment at the bank");
        page.press("Next: check it").says("Is this right?");
        page.driver().executeScript(ASKS_NOTHING_BEFORE_IT_SETTLES);
        work.clock().advance(Duration.ofHours(13));

        page.press("Settle it").says("Your session ended");
        assertThat(work.charge(2).body()).contains("\"held\"");
        page.type("User", "kim").type("Password", ConsoleAtWork.PASSWORD).press("Sign in");
        page.says("You were signed out before this was sent").says("Nothing was changed.");
        assertThat(work.charge(2).body()).contains("\"held\"");
        assertThat(work.runs()).isEqualTo(2);

        page.press("Settle it").says("Settled");
        work.answers(201, ConsoleAtWork.ANSWER);
        assertThat(work.charge(2).body()).isEqualTo(ConsoleAtWork.ANSWER);
    }

    /** Else what the page asks on its own would be told first that the session has ended. */
    private static final String ASKS_NOTHING_BEFORE_IT_SETTLES = """
            const real = window.fetch;
            let go;
            const settling = new Promise((resolve) => { go = resolve; });
            window.fetch = async (path, options) => {
                if (String(path).endsWith('settle')) {
                    window.fetch = real;
                    go();
                }
                await settling;
                return real(path, options);
            };
            """;

    @Test
    @DisplayName(
            "R27, R36: who left it open leaves nothing to be seen: it covers what it shows until somebody is there again")
    void idle(ChromeDriver driver) {
        try (ConsoleAtWork impatient = ConsoleAtWork.impatient()) {
            impatient.charge(1);
            ConsolePage left = new ConsolePage(driver, impatient.console())
                    .carrying("semel-session", impatient.session(ConsoleAtWork.KIMS_TOKEN));
            left.open("records").says("Paused, since nobody was here for a while");
            left.saysNoMore(ConsoleAtWork.key(1));
            // Who presses no other key in a second has gone again: a slow machine may look later than that.
            left.await("it shows it to somebody who presses keys", open -> {
                new Actions(open).sendKeys("x").perform();
                String seen = left.text();
                return !seen.contains("Paused") && seen.contains(ConsoleAtWork.key(1));
            });
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName(
            "R27, R36: what the page counts on its own keeps no session alive, and nothing is seen of one that ended")
    void ended() {
        page.carrying("semel-session", work.session(ConsoleAtWork.KIMS_TOKEN));
        page.open("records").says(ConsoleAtWork.key(1));
        for (int minutes = 0; minutes < 30; minutes += 10) {
            work.clock().advance(Duration.ofMinutes(10));
            page.driver()
                    .executeAsyncScript("import('./js/frame.js').then((frame) => frame.count()).then(arguments[0])");
        }

        page.says("Your session ended").saysNoMore(ConsoleAtWork.key(1));
        assertThat(page.all("main")).noneMatch(WebElement::isDisplayed);
    }

    @Test
    @DisplayName("R27: of a page that somebody else left open sees nothing, once their own session is the browser's")
    void somebodyElse() {
        page.carrying("semel-session", work.session(ConsoleAtWork.KIMS_TOKEN));
        page.open("records").says(ConsoleAtWork.key(1)).says("kims program");

        // As a sign-in in another tab leaves it: the browser has one cookie for both.
        page.carries("semel-session", work.session(ConsoleAtWork.LEES_TOKEN));

        page.saysNoMore("kims program").says("lee").says("charges.create");
        assertThat(page.driver().getPageSource()).doesNotContain(ConsoleAtWork.key(1));
    }

    @Test
    @DisplayName("R27: of a page whose session ended sees nothing, where they signed in elsewhere in the same browser")
    void somebodyElseAfterTheEnd() {
        page.carrying("semel-session", work.session(ConsoleAtWork.KIMS_TOKEN));
        page.open("records").says(ConsoleAtWork.key(1));
        page.driver().executeScript(IS_TOLD_OF_THE_END_LATER);
        page.carries("semel-session", work.session(ConsoleAtWork.LEES_TOKEN));
        page.driver().executeScript("tellOfTheEnd()");

        page.saysNoMore("kims program").says("lee").says("charges.create");
        assertThat(page.driver().getPageSource()).doesNotContain(ConsoleAtWork.key(1));
    }

    /** The server's word that the session has ended arrives when somebody else has signed in already. */
    private static final String IS_TOLD_OF_THE_END_LATER = """
            const real = window.fetch;
            const told = new Promise((resolve) => { window.tellOfTheEnd = resolve; });
            window.fetch = async (path, options) => {
                if (!String(path).endsWith('overview')) {
                    return real(path, options);
                }
                await told;
                return new Response('{"code":"session-expired"}', { status: 401 });
            };
            """;

    @Test
    @DisplayName("R27: without the role see-bodies sees no key and no answer; R36: without settle no way to settle")
    void roles() {
        page.carrying("semel-session", work.session(ConsoleAtWork.LEES_TOKEN));
        page.open("inbox").says("You may look, but not settle");
        assertThat(page.text()).doesNotContain("Settle it");
        page.press("What happened").says("You may look at this record, but not settle it");
        assertThat(page.all("#settle")).isEmpty();
        page.go("records").says("Done");
        assertThat(page.driver().getPageSource()).doesNotContain(ConsoleAtWork.key(1));
        page.find("tr:has(.badge.good) a").click();
        page.says("To see them takes the role see-bodies");
        assertThat(page.text()).doesNotContain("ch_3Nq8");

        page.carrying("semel-session", work.session(ConsoleAtWork.KIMS_TOKEN));
        page.open("records").says(ConsoleAtWork.key(1));
        page.find("tr:has(.badge.good) a").click();
        page.says("ch_3Nq8");
    }
}
