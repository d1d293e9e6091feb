// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.Select;

@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("The console's page shows")
class ConsoleRecordsTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final ConsoleAtWork work = ConsoleAtWork.withUsers();
    private final ConsolePage page;

    ConsoleRecordsTest(ChromeDriver driver) {
        page = new ConsolePage(driver, work.console())
                .carrying("semel-session", work.session(ConsoleAtWork.KIMS_TOKEN));
    }

    @AfterEach
    void close() {
        page.driver().get("about:blank");
        work.close();
    }

    private List<String> keysShown() {
        return page.all("table.keys td.key code").stream()
                .map(WebElement::getText)
                .toList();
    }

    @Test
    @DisplayName("R36: what happens while it happens: rates, sums and charts move without a reload")
    void live() {
        page.open("overview").says("0 since the start");
        page.driver().executeScript("window.notReloaded = true");
        work.clock().advance(INTERVAL);
        work.charge(1);
        for (int number = 2; number <= 40; number++) {
            work.charge(number);
            work.charge(1);
        }
        work.awaitCounted("\"new\":40,\"replayed\":39");
        work.clock().advance(INTERVAL);
        page.await("40 new ones", driver -> tile("new").contains("40 since the start"));
        page.await("39 replays", driver -> tile("replayed").contains("39 since the start"));
        // Of both intervals; it may show what it was told before the second one had ended.
        page.await("the rate", driver -> tile("new").contains("4.0 /s"));
        work.clock().advance(INTERVAL);
        page.await(
                "a line",
                driver -> driver.findElement(By.cssSelector(".chart .line.one"))
                        .getDomAttribute("d")
                        .contains("L"));
        assertThat(page.find(".plot").getDomAttribute("aria-label")).contains("new", "replayed");
        assertThat(page.driver().executeScript("return window.notReloaded")).isEqualTo(true);
    }

    @Test
    @DisplayName("R36: how long attempts take while they come, as the API has it")
    void latencies() {
        page.open("overview").says("Time to a recorded answer");
        assertThat(latenciesShown()).containsExactly("–", "–", "–");
        for (int number = 1; number <= 40; number++) {
            work.charge(number);
        }
        work.awaitCounted("\"new\":40");
        work.clock().advance(INTERVAL);
        page.await("values", driver -> latenciesShown().stream().noneMatch("–"::equals));

        JsonArray history = new JsonObject(work.overview()).getJsonArray("history");
        JsonObject measured = history.getJsonObject(history.size() - 1).getJsonObject("latency");
        assertThat(latenciesShown().stream().map(ConsoleRecordsTest::millis))
                .zipSatisfy(
                        List.of("p50", "p95", "p99"),
                        (shown, name) -> assertThat(shown)
                                .as(name)
                                // Two figures of it are shown.
                                .isCloseTo(1_000 * measured.getDouble(name), withinPercentage(6)));
        assertThat(page.all(LATENCIES + " .line.three").get(0).getDomAttribute("d"))
                .startsWith("M");
        assertThat(page.find(LATENCIES + " .plot").getDomAttribute("aria-label"))
                .contains("p99 " + latenciesShown().get(2));
    }

    private static final String LATENCIES = ".chart:nth-of-type(2)";

    private List<String> latenciesShown() {
        return page.all(LATENCIES + " .legend strong").stream()
                .map(WebElement::getText)
                .toList();
    }

    private static double millis(String shown) {
        double figure = Double.parseDouble(shown.substring(0, shown.indexOf(' ')));
        return shown.endsWith(" ms") ? figure : 1_000 * figure;
    }

    @Test
    @DisplayName("R36: by which policy each route runs once, or that it passes")
    void policies() {
        page.open("routes");
        assertThat(page.all("table[aria-label=Routes] tbody tr").stream().map(WebElement::getText))
                .satisfiesExactly(
                        charges -> assertThat(charges).contains("/charges", "payments", "charges.create"),
                        refunds -> assertThat(refunds).contains("/refunds", "payments", "refunds.create"),
                        others -> assertThat(others).contains("/**", "passes unprotected"));
        assertThat(policy("charges.create"))
                .containsPattern("it is held: retries get 409 until somebody settles it")
                .containsPattern("A retry while it runs\\s+gets 409 at once")
                .containsPattern("Answers are kept for\\s+1 day")
                .containsPattern("While the store is away\\s+is refused with 503")
                .containsPattern("A key is\\s+required \\(.*POST");
        assertThat(policy("refunds.create"))
                .containsPattern("it runs again with the next retry")
                .containsPattern("Answers are kept for\\s+2 days")
                .containsPattern("An attempt is given up\\s+3 minutes without a sign of life");
    }

    private String policy(String operation) {
        return page.find("section[aria-label='" + operation + "']").getText();
    }

    @Test
    @DisplayName("R30, R36: what the store promises, how it is, and what can be done with it")
    void guarantees() {
        page.open("store").says("The store answers");
        assertThat(page.all(".promise .badge").stream().map(WebElement::getText))
                .containsExactly("One winner", "This process's clock", "This process only", "Survives nothing");
        page.says("All records are gone when this process ends. For development only.");
        JsonObject store = new JsonObject(work.overview()).getJsonObject("store");
        page.says(store.getJsonObject("guarantees").getString("statement"));
        assertThat(page.text())
                .containsPattern("Records can be searched\\s+yes")
                .containsPattern("Records can be settled\\s+yes")
                .contains("are the same in all logs");
    }

    private String tile(String outcome) {
        return page.find("[data-outcome=" + outcome + "]").getText();
    }

    @Test
    @DisplayName("R36: records by state, operation and tenant")
    void filters() {
        work.charge(1);
        work.refund(2);
        work.answers(422, "{\"error\":\"card declined\"}");
        work.charge(3);

        page.open("records");
        page.await("three records", driver -> keysShown().size() == 3);
        page.driver().findElement(By.cssSelector("input[value=FAILED]")).click();
        page.await("the failed one", driver -> keysShown().equals(List.of(ConsoleAtWork.key(3))));
        page.driver().findElement(By.cssSelector("input[value=FAILED]")).click();
        page.await("the operations are known", driver -> operations().contains("refunds.create"));
        new Select(page.labelled("Operation")).selectByVisibleText("refunds.create");
        page.await("the refund", driver -> keysShown().equals(List.of(ConsoleAtWork.key(2))));
        page.type("Tenant", "acct_17" + Keys.ENTER);
        page.says("No record fits these filters").press("Clear the filters");
        page.await("all again", driver -> keysShown().size() == 3);
        new Select(page.labelled("Age")).selectByVisibleText("Older than a day");
        page.says("No record fits these filters");
    }

    private List<String> operations() {
        return new Select(page.labelled("Operation"))
                .getOptions().stream().map(WebElement::getText).toList();
    }

    @Test
    @DisplayName("R36: records page by page: every one of them, forth and back")
    void pages() {
        for (int number = 0; number < 120; number++) {
            work.charge(number);
        }
        page.open("records").says("Page 1");
        List<String> first = keysShown();
        Set<String> seen = new HashSet<>(first);
        while (page.find(".pager .button:last-child").isEnabled()) {
            String before = page.find(".pager span").getText();
            page.press("Next").saysNoMore(before).settled();
            seen.addAll(keysShown());
        }
        assertThat(seen).hasSize(120);
        page.says("and that is all");

        page.press("Previous").says("Page 2").settled();
        page.press("Previous").says("Page 1").settled();
        assertThat(keysShown()).containsExactlyInAnyOrderElementsOf(first);
        page.find("table.keys td.key a").click();
        page.says("What happened");
        page.driver().navigate().back();
        page.says("Page 1");
    }

    @Test
    @DisplayName("R27: one record by its key, which goes into no address; and helps when there is none")
    void byKey() {
        work.charge(1);
        page.open("records").press("Find one by its key");
        page.press("Find").says("Whose key is it?");
        page.driver().findElement(By.cssSelector(".lookup [id^=tenant]")).sendKeys("acct_17");
        page.driver().findElement(By.cssSelector(".lookup [id^=operation]")).sendKeys("charges.create");
        page.type("Key", ConsoleAtWork.key(2)).press("Find").says("There is no record of this key");
        page.type("Key", "\"" + ConsoleAtWork.key(1) + "\"").press("Find");
        page.says("What happened").says("The work was done, and its answer is saved.");
        assertThat(page.driver().getCurrentUrl()).contains("#/record/").doesNotContain(ConsoleAtWork.key(1));
        assertThat(PageFindings.asked(page.driver())).noneMatch(address -> address.contains(ConsoleAtWork.key(1)));
    }

    @Test
    @DisplayName("R36: a running request as running, and as done once it is")
    void running() {
        CompletableFuture<String> answer = work.answersLater();
        var caller = work.chargeMeanwhile(1);
        page.await("it runs", driver -> {
            page.open("records");
            return page.text().contains("Running");
        });
        page.find("table.keys td.key a").click();
        page.says("is being worked on right now").says("gets 409 Conflict");
        answer.complete("{}");
        assertThat(caller.join().statusCode()).isEqualTo(200);
        page.press("Look again").says("The work was done");
    }

    @Test
    @DisplayName("R27: what a service answered as text, whatever it says")
    void harmless() {
        String attack = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>";
        work.answers(201, attack);
        work.charge(1);
        work.post("/charges", "<b id=taken>tenant</b>", ConsoleAtWork.key(2), "{}");
        page.open("records").says("<b id=taken>tenant</b>");
        page.find("table.keys td.key a").click();
        page.says(attack);
        assertThat(page.all("#taken, main img, main script")).isEmpty();
        assertThat(page.driver().getTitle()).doesNotContain("taken");
    }

    @Test
    @DisplayName("R36: that the server is away, and since when; and nothing before there was something")
    void away() {
        page.open("records").says("There are no records yet");
        page.go("inbox").says("Nothing waits for a decision");
        page.go("record/nonsense").says("All records");
        work.close();
        page.says("The server does not answer").says("What you see is from");
        page.go("routes").says("Semel could not be reached").says("Try again");
    }
}
