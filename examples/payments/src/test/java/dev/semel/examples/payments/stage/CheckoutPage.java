// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The checkout as a person uses it. Each step waits for what it needs. */
final class CheckoutPage {

    /** A killed service takes a while to start on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(80);

    private static final Duration LOOKS = Duration.ofMillis(25);

    private final ChromeDriver driver;

    CheckoutPage(ChromeDriver driver, URI shop) {
        this.driver = driver;
        driver.get(shop.toString());
        driver.executeScript("sessionStorage.clear()");
        reload();
    }

    ChromeDriver driver() {
        return driver;
    }

    CheckoutPage reload() {
        driver.navigate().refresh();
        await("the provider's ledger is seen", () -> !text("figure").equals("–"));
        await("the service is up", () -> text("service").contains("Service up"));
        return this;
    }

    CheckoutPage without() {
        choose("modes", "none");
        await("a new checkout", () -> text("figure").equals("0"));
        return this;
    }

    CheckoutPage trouble(String trouble) {
        choose("troubles", trouble);
        return this;
    }

    private void choose(String group, String value) {
        driver.findElement(By.cssSelector("#" + group + " input[value='" + value + "']"))
                .click();
    }

    CheckoutPage click() {
        driver.findElement(By.id("pay")).click();
        return this;
    }

    CheckoutPage doubleClick() {
        new Actions(driver).doubleClick(driver.findElement(By.id("pay"))).perform();
        return this;
    }

    CheckoutPage renew() {
        driver.findElement(By.id("new")).click();
        return this;
    }

    /** Until so many clicks have got their answers. */
    CheckoutPage answered(int clicks) {
        await(
                clicks + " answers",
                () -> answers().size() == clicks && lines("[data-answer=open]").isEmpty());
        return this;
    }

    /** Until so many clicks wait for their answers. */
    CheckoutPage asks(int clicks) {
        await(clicks + " clicks ask", () -> lines("[data-answer=open]").size() == clicks);
        return this;
    }

    CheckoutPage counts(int charges) {
        await("the page counts " + charges, () -> text("figure").equals(String.valueOf(charges)));
        return this;
    }

    List<String> answers() {
        return texts("");
    }

    /** The provider's ids of what the clicks say was charged. */
    List<String> charges() {
        return texts(" .charge");
    }

    private List<String> texts(String within) {
        return driver.findElements(By.cssSelector("#answers li" + within)).stream()
                .map(WebElement::getText)
                .toList();
    }

    private List<WebElement> lines(String which) {
        return driver.findElements(By.cssSelector("#answers li" + which));
    }

    String text(String id) {
        return driver.findElement(By.id(id)).getText();
    }

    void await(String what, BooleanSupplier condition) {
        new WebDriverWait(driver, PATIENCE)
                .pollingEvery(LOOKS)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> what + "; the page says: "
                        + driver.findElement(By.tagName("main")).getText())
                .until(page -> condition.getAsBoolean());
    }
}
