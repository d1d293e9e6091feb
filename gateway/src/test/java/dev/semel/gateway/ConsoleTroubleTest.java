// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.Browsable;
import dev.semel.spi.DoubtList;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.testkit.FaultyStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("R36: the console's page, where the store is in trouble or can do little,")
class ConsoleTroubleTest {

    private static final String KEY = "key-of-a-charge-that-is-in-doubt-0001";

    private static final RecordId ID = new RecordId(new Tenant("acct_17"), "charges.create", new IdempotencyKey(KEY));

    private final MemoryStore store = MemoryStore.create();
    private final ChromeDriver driver;
    private volatile boolean pagesEnd;

    ConsoleTroubleTest(ChromeDriver driver) {
        this.driver = driver;
    }

    @BeforeEach
    void doubt() {
        Duration day = Duration.ofDays(1);
        Claim claim = new Claim(
                ID,
                Fingerprint.of("x"),
                new ClaimId(1, 2),
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                day,
                OnDoubt.HOLD,
                0,
                null);
        store.claim(claim).toCompletableFuture().join();
        store.finish(new Finish(ID, 1, claim.claimId(), new Ending.Doubt(), day, OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    @Test
    @DisplayName("says that the store does not answer and what that means, on every view, and goes on once it does")
    void unhealthy() {
        FaultyStore faulty = FaultyStore.around(store);
        try (MountedConsole console = new MountedConsole(faulty)) {
            ConsolePage page =
                    new ConsolePage(driver, console.uri()).open("inbox").says("charges.create");
            faulty.down();

            page.says("The store does not answer: ").says("Protected requests get 503, and nothing runs.");
            page.press("Look again")
                    .says("look again before you repeat a settlement")
                    .says("Try again");
            page.go("records").says("The store does not answer").says("Try again");
            page.go("store").says("does not answer");
            faulty.up();

            page.go("inbox").says("charges.create").saysNoMore("The store does not answer");
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName(
            "says where the store cannot be looked through, and finds and settles a record by its key all the same")
    void notBrowsable() {
        try (MountedConsole console = new MountedConsole(withoutBrowsing())) {
            ConsolePage page =
                    new ConsolePage(driver, console.uri()).open("inbox").says("This store cannot be looked through");
            page.press("Find one by its key").says("One record can still be found by its key");
            page.press("Find one by its key");
            page.type("Tenant", "acct_17").type("Operation", "charges.create").type("Key", KEY);
            page.press("Find").says("The next retry");
            page.press("Settle it…")
                    .press("It did not happen")
                    .type("Why", "not at the bank")
                    .type("Your name", "Kim");
            page.press("Next: check it").press("Settle it").says("Settled");

            assertThat(store.size()).isEqualTo(1);
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName("does not say that nothing waits before all was looked at, and finds what waits in the end by itself")
    void looksOn() {
        try (MountedConsole console = new MountedConsole(behindPages())) {
            ConsolePage page = new ConsolePage(driver, console.uri()).open("overview");
            page.says("Not all records were looked at yet");
            assertThat(page.find(".count").getText()).startsWith("?");
            assertThat(page.find(".count").getDomProperty("textContent")).contains("not all records looked at yet");
            pagesEnd = true;

            page.says("1 record waits for a decision.");
            page.await("the number", open -> page.find(".count").getText().startsWith("1"));
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName("goes on looking through a store that is too large for one look, until the inbox has what waits")
    void inboxLooksOn() {
        try (MountedConsole console = new MountedConsole(behindPages())) {
            ConsolePage page = new ConsolePage(driver, console.uri()).open("inbox");

            page.says("None so far").says("records so far, of which none fits.");
            assertThat(page.text()).doesNotContain("Looked at 0 records");
            pagesEnd = true;

            page.says("charges.create").saysNoMore("None so far");
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName("says what it looks for and how far it has come, and stops when somebody wishes it: in the inbox")
    void inboxStops() {
        try (MountedConsole console = new MountedConsole(behindPages())) {
            ConsolePage page = new ConsolePage(driver, console.uri()).open("inbox");
            page.says("Looking for records that wait for a decision…").says("How many there are is not known.");

            page.press("Stop")
                    .says("None so far")
                    .says("the others were not looked at")
                    .settled();
            assertThat(page.text()).doesNotContain("Looking for");
            assertThat(driver.switchTo().activeElement().getText()).isEqualTo("Look on");
            pagesEnd = true;

            page.press("Look on").says("charges.create");
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName("says what it looks for and how far it has come, and stops when somebody wishes it: among all records")
    void recordsStop() {
        try (MountedConsole console = new MountedConsole(behindPages())) {
            ConsolePage page = new ConsolePage(driver, console.uri()).open("records");
            page.says("Looking for all records…");
            driver.findElement(By.cssSelector("input[value=IN_DOUBT]")).click();
            page.type("Tenant", "acct_17" + Keys.ENTER);
            page.says("Looking for records that are in doubt, of tenant acct_17…")
                    .says("so far, of which none fits.");
            assertThat(PageFindings.barriers(driver)).isEmpty();
            page.wide(360).type("Tenant", "acct_" + "7".repeat(60) + Keys.ENTER);
            page.says("77777…").says("so far, of which none fits.");
            assertThat(driver.executeScript(ConsoleLooksTest.WIDTHS)).isEqualTo(List.of());

            page.press("Stop")
                    .says("Page 1 · 0 records · Stopped after")
                    .says("there are more")
                    .settled();
            assertThat(page.text()).doesNotContain("Looking for");
            assertThat(driver.switchTo().activeElement().getText()).isEqualTo("Look on");
            pagesEnd = true;

            page.press("Look on").says("Page 2 · 1 record").says("charges.create");
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName(
            "shows at once what the store has listed, in the inbox and as a number, while it looks for the rest; and each record once")
    void listed() {
        try (MountedConsole console = new MountedConsole(behindPages(DoubtList.class))) {
            ConsolePage page = new ConsolePage(driver, console.uri()).open("inbox");

            page.says("charges.create")
                    .says("Looking for attempts that broke off, and that nobody has retried…")
                    .says("of which 1 fits.");
            page.await("the number", open -> page.find(".count").getText().startsWith("1+"));
            assertThat(PageFindings.barriers(driver)).isEmpty();
            pagesEnd = true;

            page.saysNoMore("Looking for");
            assertThat(page.all("li.item")).hasSize(1);
            page.await(
                    "the number",
                    open -> page.find(".count").getText().startsWith("1\n")
                            || page.find(".count").getText().equals("1"));
            driver.get("about:blank");
        }
    }

    @Test
    @DisplayName(
            "says of an empty list that nothing is in doubt, and not that nothing waits before the rest was looked at")
    void emptyList() {
        settle();
        try (MountedConsole console = new MountedConsole(behindPages(DoubtList.class))) {
            ConsolePage page = new ConsolePage(driver, console.uri()).open("inbox");

            page.says("Nothing is in doubt").says("still being looked for");
            assertThat(page.find(".count").getText()).startsWith("?");
            pagesEnd = true;

            page.says("Nothing waits for a decision");
            page.await(
                    "no number",
                    open -> open.findElements(By.cssSelector(".count")).stream().noneMatch(WebElement::isDisplayed));
            driver.get("about:blank");
        }
    }

    private void settle() {
        Settle settle = new Settle(
                ID,
                1,
                new ClaimId(1, 2),
                new ClaimId(3, 4),
                new Settle.Verdict.DidNotHappen(),
                "Kim",
                "not at the bank",
                Duration.ofDays(1));
        assertThat(store.settle(settle).toCompletableFuture().join()).isInstanceOf(SettleAnswer.Settled.class);
    }

    private IdempotencyStore behindPages() {
        return behindPages(Browsable.class);
    }

    /** The same store behind pages on which there is nothing that is looked for: without an end until the test has seen that. */
    private IdempotencyStore behindPages(Class<? extends Browsable> browsable) {
        return (IdempotencyStore) Proxy.newProxyInstance(
                ConsoleTroubleTest.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class, Settleable.class, browsable},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("doubts")) {
                        return behindOnePage((Browsable.Question) arguments[0]);
                    }
                    if (!method.getName().equals("browse")) {
                        return invoked(method, arguments);
                    }
                    Browsable.Question asked = (Browsable.Question) arguments[0];
                    int page = asked.after().map(Integer::parseInt).orElse(0);
                    return pagesEnd
                            ? store.browse(Browsable.Question.all(asked.size()))
                            : CompletableFuture.completedFuture(
                                    new Browsable.Page(List.of(), Optional.of(Integer.toString(page + 1)), 1_000));
                });
    }

    /** The store's list, behind a page with nothing on it: that of a cluster has such. */
    private CompletionStage<Browsable.Page> behindOnePage(Browsable.Question asked) {
        return asked.after().isPresent()
                ? store.doubts(new Browsable.Question(
                        asked.states(), asked.tenant(), asked.operation(), Optional.empty(), asked.size()))
                : CompletableFuture.completedFuture(new Browsable.Page(List.of(), Optional.of("behind"), 0));
    }

    private Object invoked(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The same store without what lets it be looked through. */
    private IdempotencyStore withoutBrowsing() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                ConsoleTroubleTest.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class, Settleable.class},
                (proxy, method, arguments) -> invoked(method, arguments));
    }
}
