// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** What is wrong with a page that looks right: what axe-core finds, what the browser complains of, what it asks others for. */
public final class PageFindings {

    private static final String AXE = script();
    private static final Pattern ADDRESS = Pattern.compile("\"url\":\"([a-z]+:[^\"]*)\"");

    private static final String RUN = """
            const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] })
                .then((result) => done(result.violations.map((one) =>
                    one.id + ': ' + one.help + ' ' + one.nodes.map((node) => node.html + ' ' + node.any.map((check) => check.message)).join(' | '))))
                .catch((failure) => done(['axe failed: ' + failure]));
            """;

    private PageFindings() {}

    private static String script() {
        try (InputStream stream =
                Objects.requireNonNull(PageFindings.class.getResourceAsStream("/axe.min.js"), "axe-core is missing")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Barriers for people, in the page as it stands. */
    @SuppressWarnings("unchecked")
    public static List<String> barriers(ChromeDriver driver) {
        if (Boolean.FALSE.equals(driver.executeScript("return 'axe' in window"))) {
            driver.executeScript(AXE);
        }
        return (List<String>) Objects.requireNonNull(driver.executeAsyncScript(RUN));
    }

    /** Errors and warnings of the browser since the last look, those of the content-security policy among them. */
    public static List<String> complaints(ChromeDriver driver) {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    /** All addresses that were asked for since the last look. */
    public static List<String> asked(ChromeDriver driver) {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> message.contains("\"Network.requestWillBeSent\""))
                .map(PageFindings::address)
                .toList();
    }

    private static String address(String message) {
        Matcher found = ADDRESS.matcher(message.substring(message.indexOf("\"request\":")));
        return found.find() ? found.group(1) : message;
    }
}
