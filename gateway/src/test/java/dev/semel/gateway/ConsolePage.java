// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The console's page as a person uses it: by what it says. Each step waits for what it needs. */
final class ConsolePage {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOKS = Duration.ofMillis(25);

    private final ChromeDriver driver;
    private final URI console;

    ConsolePage(ChromeDriver driver, URI console) {
        this.driver = driver;
        this.console = console;
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Opens the page anew, at a view. */
    ConsolePage open(String view) {
        driver.get("about:blank");
        driver.get(console + "#/" + view);
        return settled();
    }

    /** Goes to a view of the page that is open. */
    ConsolePage go(String view) {
        driver.executeScript("location.hash = arguments[0]", "#/" + view);
        return settled();
    }

    /** Until it shows a view, and nothing of it is still to come. */
    ConsolePage settled() {
        await(
                "the view is there",
                page -> page.executeScript(
                                "return document.querySelector('main h1') !== null && document.querySelector('.waiting') === null")
                        .equals(true));
        return this;
    }

    /** A session without its sign-in: the cookie of one that was opened beside the browser. */
    ConsolePage carrying(String name, String value) {
        driver.get(console.resolve("icon.svg").toString());
        carries(name, value);
        return this;
    }

    /** The same from now on, below the page that is open. */
    void carries(String name, String value) {
        driver.manage()
                .addCookie(
                        new Cookie.Builder(name, value).path(console.getPath()).build());
    }

    void await(String what, Function<ChromeDriver, Boolean> condition) {
        new WebDriverWait(driver, PATIENCE)
                .pollingEvery(LOOKS)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> what + "; the page says: " + text())
                .until(page -> condition.apply(driver));
    }

    /** Until the page, with whatever dialog is open, says this. */
    ConsolePage says(String words) {
        await("says \"" + words + "\"", page -> text().contains(words));
        return this;
    }

    ConsolePage saysNoMore(String words) {
        await("says no more \"" + words + "\"", page -> !text().contains(words));
        return this;
    }

    /** What can be read on it. */
    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    WebElement find(String selector) {
        WebElement[] found = new WebElement[1];
        await("there is " + selector, page -> {
            found[0] = page.findElements(By.cssSelector(selector)).stream()
                    .filter(WebElement::isDisplayed)
                    .findFirst()
                    .orElse(null);
            return found[0] != null;
        });
        return found[0];
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Presses the button, or follows the link, of this name, in the dialog on top if there is one. */
    ConsolePage press(String name) {
        // Pressed within: what the page draws anew between the look and the click is looked for again.
        await("there is something to press: " + name, page -> {
            WebElement found = (WebElement) page.executeScript(BY_NAME, name);
            if (found == null || !found.isDisplayed() || !found.isEnabled()) {
                return false;
            }
            page.executeScript(HEARS_THE_CLICK, found);
            found.click();
            return !Boolean.FALSE.equals(page.executeScript("return window.pressed"));
        });
        return this;
    }

    /**
     * What is drawn anew between the mouse's way down and its way up gets no click at all, and nobody is told: then it is pressed once
     * more. A page that has been left does not know of it any longer, and was pressed.
     */
    private static final String HEARS_THE_CLICK = """
            window.pressed = false;
            arguments[0].addEventListener('click', () => { window.pressed = true; }, { once: true, capture: true });
            """;

    private static final String BY_NAME = """
            const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
            const named = (one) => (one.getAttribute('aria-label') ?? one.innerText).trim().split('\\n')[0];
            return [...within.querySelectorAll('button, a, summary, .option strong')]
                .find((one) => named(one) === arguments[0] || one.innerText.trim() === arguments[0]) ?? null
            """;

    /** Types into the field with this label, in place of what is there. */
    ConsolePage type(String label, String text) {
        WebElement field = labelled(label);
        field.clear();
        field.sendKeys(text);
        return this;
    }

    WebElement labelled(String label) {
        WebElement[] found = new WebElement[1];
        await("there is a field " + label, page -> {
            found[0] = (WebElement) page.executeScript(BY_LABEL, label);
            return found[0] != null && found[0].isDisplayed();
        });
        return found[0];
    }

    private static final String BY_LABEL = """
            const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
            const label = [...within.querySelectorAll('label')].find((one) => one.innerText.trim() === arguments[0]);
            return label ? (label.control ?? null) : null
            """;

    ConsolePage prefers(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        return this;
    }

    /** As on a phone of this width. */
    ConsolePage wide(int width) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 780, "deviceScaleFactor", 1, "mobile", true));
        return this;
    }
}
