// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("R16: a held record, settled on the console's page:")
class ConsoleSettleTest {

    private static final String GIVEN = "{\"id\":\"ch_9\", \"amount\":4200}";

    private static final int MOST_TABS = 60;

    private final ConsoleAtWork work = ConsoleAtWork.open();
    private final ConsolePage page;

    ConsoleSettleTest(ChromeDriver driver) {
        page = new ConsolePage(driver, work.console());
    }

    @BeforeEach
    void doubt() {
        work.breaksOff();
        assertThat(work.charge(1).statusCode()).isEqualTo(502);
        work.answers(201, ConsoleAtWork.ANSWER);
        assertThat(work.charge(1).body()).contains("\"held\"");
        page.open("inbox").says("Held").says("charges.create");
    }

    @AfterEach
    void close() {
        page.driver().get("about:blank");
        work.close();
    }

    private void decide(String verdict) {
        page.press("Settle it…").press(verdict);
        page.type("Why", "the bank's list of Monday").type("Your name", "Kim of the night shift");
    }

    @Test
    @DisplayName("it happened: every retry gets the given answer, byte for byte, and nothing runs")
    void happened() {
        page.press("What happened").says("until somebody settles this record");
        decide("It happened");
        page.type("Status", "201").type("Body", GIVEN).press("Next: check it");
        page.says("gets 201 with exactly the answer above").says(GIVEN).press("Settle it");
        page.says("Settled").says("Done").says("Kim of the night shift (not signed in) settled that it happened");

        HttpResponse<String> retry = work.charge(1);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo(GIVEN);
        assertThat(retry.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(work.runs()).isEqualTo(1);
    }

    @Test
    @DisplayName("it did not happen: the next retry runs, and the record tells who said so and why")
    void didNotHappen() {
        decide("It did not happen");
        page.press("Next: check it").says("runs the work, as attempt 2").press("Settle it");
        page.says("Settled").says("Nothing waits for a decision");

        assertThat(work.charge(1).body()).isEqualTo(ConsoleAtWork.ANSWER);
        assertThat(work.runs()).isEqualTo(2);
        page.go("records").find("table.keys td.key a").click();
        page.says("Kim of the night shift (not signed in) settled that it did not happen")
                .says("the bank's list of Monday");
        page.says("Attempt 2 began").says("The answer was saved");
    }

    @Test
    @DisplayName("it may run again: the next retry runs")
    void runAgain() {
        decide("Nobody can tell: allow it to run again");
        page.press("Next: check it").says("it is done twice, unless the service recognises repeated work");
        page.press("Back");
        assertThat(page.labelled("Why").getDomProperty("value")).isEqualTo("the bank's list of Monday");
        page.press("Next: check it").press("Settle it").says("Settled");
        assertThat(work.charge(1).statusCode()).isEqualTo(201);
        assertThat(work.runs()).isEqualTo(2);
    }

    @Test
    @DisplayName("a decision that is not complete is not sent; what is missing is said at its place")
    void incomplete() {
        page.press("Settle it…").press("Next: check it").says("Choose one of the three.");
        page.says("A reason is needed").says("Your name is needed");
        page.press("It happened").type("Status", "abc").type("Body", "{\"id\":").press("Next: check it");
        page.says("A number from 200 to 599.").says("This is no JSON");
        assertThat(work.charge(1).body()).contains("\"held\"");
    }

    @Test
    @DisplayName("a record that moved meanwhile is left as it is, and shown as it is now")
    void movedMeanwhile() {
        page.press("What happened").says("until somebody settles this record");
        decide("It did not happen");
        page.press("Next: check it").says("Is this right?");
        String other = """
                {"tenant":"acct_17","operation":"charges.create","key":"%s","attempt":1,"verdict":"happened",
                 "answer":{"status":200,"body":"done"},"why":"found it","who":"somebody faster"}""".formatted(ConsoleAtWork.key(1));
        assertThat(work.ask("records/settle", other).statusCode()).isEqualTo(200);

        page.press("Settle it")
                .says("The record had moved on")
                .says("somebody faster (not signed in) settled that it happened");
        assertThat(page.text()).doesNotContain("Kim of the night shift");
        assertThat(work.charge(1).body()).isEqualTo("done");
        assertThat(work.runs()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a decision whose answer got lost: nothing is claimed about it, and once the record has moved on it says what became of it")
    void lostAnswer() {
        decide("Nobody can tell: allow it to run again");
        page.press("Next: check it").says("Is this right?");
        page.driver().executeScript(LOSES_AN_ANSWER);
        page.press("Settle it").says("It is not known whether your decision was applied");
        assertThat(page.text()).doesNotContain("Nothing was changed");
        assertThat(work.charge(1).statusCode()).isEqualTo(201);

        page.press("Settle it").says("Your decision was applied, and the record has moved on");

        assertThat(page.text()).doesNotContain("was not applied").contains("its answer is saved");
    }

    @Test
    @DisplayName(
            "R27: a decision whose answer got lost is found again, though its reason names the tenant, which the story leaves out")
    void lostAnswerWithTenant() {
        page.press("Settle it…").press("Nobody can tell: allow it to run again");
        page.type("Why", "acct_17 asked for it").type("Your name", "Kim").press("Next: check it");
        page.says("Is this right?").driver().executeScript(LOSES_AN_ANSWER);
        page.press("Settle it").says("It is not known whether your decision was applied");
        assertThat(work.charge(1).statusCode()).isEqualTo(201);

        page.press("Settle it").says("Your decision was applied, and the record has moved on");
    }

    @Test
    @DisplayName(
            "a decision that never arrived is not taken for a colleague's, who gave the same reason for another one")
    void lostQuestion() {
        decide("Nobody can tell: allow it to run again");
        page.press("Next: check it").says("Is this right?").driver().executeScript(LOSES_A_QUESTION);
        page.press("Settle it").says("It is not known whether your decision was applied");
        String other = """
                {"tenant":"acct_17","operation":"charges.create","key":"%s","attempt":1,"verdict":"did-not-happen",
                 "why":"the bank's list of Monday","who":"a colleague"}""".formatted(ConsoleAtWork.key(1));
        assertThat(work.ask("records/settle", other).statusCode()).isEqualTo(200);
        assertThat(work.charge(1).statusCode()).isEqualTo(201);

        page.press("Settle it").says("it was not applied, at neither try");
        assertThat(page.text()).doesNotContain("Your decision was applied");
    }

    @Test
    @DisplayName(
            "a decision that was changed after its answer got lost: the page says nothing of the first one but that it may have been applied")
    void lostAnswerAndChanged() {
        page.press("What happened").says("until somebody settles this record");
        decide("Nobody can tell: allow it to run again");
        page.press("Next: check it").says("Is this right?").driver().executeScript(LOSES_AN_ANSWER);
        page.press("Settle it").says("It is not known whether your decision was applied");

        page.press("Back").press("It did not happen").press("Next: check it").says("Is this right?");
        page.press("Settle it")
                .says("The record had moved on")
                .says("may have been applied: look at the record's story");

        assertThat(page.text())
                .doesNotContain("not applied", "at neither try", "was faster")
                .contains("Kim of the night shift (not signed in) settled that it may run again");
    }

    /** The server does not hear it at all, which the page cannot know. */
    private static final String LOSES_A_QUESTION = """
            const real = window.fetch;
            window.fetch = async (path, options) => {
                if (String(path).endsWith('settle')) {
                    window.fetch = real;
                    throw new TypeError('lost');
                }
                return real(path, options);
            };
            """;

    /** The server hears it, and the page does not hear the server. */
    private static final String LOSES_AN_ANSWER = """
            const real = window.fetch;
            window.fetch = async (path, options) => {
                const answer = await real(path, options);
                if (String(path).endsWith('settle')) {
                    window.fetch = real;
                    throw new TypeError('lost');
                }
                return answer;
            };
            """;

    @Test
    @DisplayName(
            "a decision whose answer broke off after its head: nothing is claimed about it; sent again, it is the same")
    void cutAnswer() {
        decide("Nobody can tell: allow it to run again");
        page.press("Next: check it").says("Is this right?");
        page.driver().executeScript(CUTS_AN_ANSWER);
        page.press("Settle it").says("It is not known whether your decision was applied");
        assertThat(page.text()).doesNotContain("Nothing was changed");

        page.press("Settle it").says("Settled");
        assertThat(work.charge(1).statusCode()).isEqualTo(201);
    }

    /** The server's status arrives, and its words do not. */
    private static final String CUTS_AN_ANSWER = """
            const real = window.fetch;
            window.fetch = async (path, options) => {
                const answer = await real(path, options);
                if (!String(path).endsWith('settle')) {
                    return answer;
                }
                window.fetch = real;
                const body = new ReadableStream({ start: (control) => control.error(new TypeError('network error')) });
                return new Response(body, { status: answer.status, headers: answer.headers });
            };
            """;

    @Test
    @DisplayName("by keyboard alone; Escape closes the dialog, and the focus is where it was")
    void keyboard() {
        page.find("[data-settle]").sendKeys(Keys.ENTER);
        page.says("Settle this record");
        assertThat(focused()).contains("radio");
        type(Keys.ESCAPE);
        page.saysNoMore("Settle this record");
        assertThat(focused()).contains("data-settle");

        type(Keys.ENTER);
        page.says("Settle this record");
        type(Keys.SPACE, Keys.ARROW_DOWN);
        page.await("the second is chosen", driver -> focused().contains("did-not-happen"));
        type(Keys.TAB, "checked by hand", Keys.TAB, "Kim", Keys.ENTER);
        page.says("Is this right?");
        type(Keys.TAB, Keys.ENTER);
        page.says("Settled");
        assertThat(focused())
                .as("what was pressed is gone, and this came of it")
                .startsWith("<div class=\"notice\"")
                .contains("Settled");
        assertThat(work.charge(1).statusCode()).isEqualTo(201);
    }

    @Test
    @DisplayName("the whole way by keyboard alone: from the overview to a client's key, its story and its settlement")
    void keyboardAllTheWay() {
        page.open("overview");
        tabTo("Records");
        type(Keys.ENTER);
        page.says("Page 1").settled();
        tabTo("Find one by its key");
        type(Keys.ENTER);
        tabTo("Tenant");
        type("acct_17");
        tabTo("Operation");
        type("charges.create");
        tabTo("Key");
        type(ConsoleAtWork.key(1), Keys.ENTER);
        page.says("until somebody settles this record").settled();

        tabTo("Settle it…");
        type(Keys.ENTER);
        page.says("Settle this record");
        type(Keys.SPACE, Keys.ARROW_DOWN);
        page.await("the second is chosen", driver -> focused().contains("did-not-happen"));
        tabTo("Why");
        type("not in the ledger");
        tabTo("Your name");
        type("Kim");
        tabTo("Next: check it");
        type(Keys.ENTER);
        page.says("Is this right?");
        tabTo("Settle it");
        type(Keys.ENTER);
        page.says("Settled").says("Kim (not signed in) settled that it did not happen");
        assertThat(focused()).startsWith("<div class=\"notice\"").contains("Settled");
        assertThat(work.charge(1).statusCode()).isEqualTo(201);
    }

    /** Forward only, as somebody without a mouse goes, and no further than the page is long. */
    private void tabTo(String name) {
        List<String> passed = new ArrayList<>();
        do {
            type(Keys.TAB);
            passed.add(String.valueOf(page.driver().executeScript(NAME_OF_FOCUSED)));
        } while (!passed.get(passed.size() - 1).equals(name) && passed.size() < MOST_TABS);
        assertThat(passed).as("what the tab key leads to").endsWith(name);
    }

    private static final String NAME_OF_FOCUSED = """
            const one = document.activeElement;
            return (one.labels?.[0]?.innerText ?? one.getAttribute('aria-label') ?? one.innerText).trim().split('\\n')[0]
            """;

    private void type(CharSequence... keys) {
        new Actions(page.driver()).sendKeys(keys).perform();
    }

    private String focused() {
        return String.valueOf(page.driver().executeScript("return document.activeElement.outerHTML"));
    }
}
