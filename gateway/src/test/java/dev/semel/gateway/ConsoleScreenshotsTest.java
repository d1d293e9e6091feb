// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.chrome.ChromeDriver;

/**
 * Makes the pictures of docs/operations.md, of a gateway with ten minutes of traffic. A test run shows that this can still be done,
 * and leaves the documentation as it is; {@code ./semel screenshots} runs it with another folder. Keys, hashes and times are the
 * same in each run; only latencies are as they were measured.
 */
@Tag("http")
@ExtendWith(Chromium.class)
@DisplayName("Pictures of the console")
class ConsoleScreenshotsTest {

    private static final Path IMAGES = Path.of(System.getProperty("semel.screenshots", "target/screenshots"));
    private static final Pattern NAMED = Pattern.compile("\\(images/(console-[a-z-]+)\\.png\\)");

    /** A page that shows nothing has one, and letters alone make a few dozen. */
    private static final int FEWEST_COLOURS = 20;

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int INTERVALS = 126;

    private final Set<String> taken = new TreeSet<>();

    /** The store's clock is the machine's: what the page shows of it is set to a night in March. */
    private static final String SET_TIMES = """
            const times = [...document.querySelectorAll('main time')];
            const instants = [...new Set(times.map((one) => one.dateTime))].sort();
            times.forEach((one, place) => {
                const index = Math.min(9, instants.indexOf(one.dateTime));
                one.firstChild.textContent = one.closest('table') ? (place + 1) + ' s' : '02:1' + index + ':3' + index;
                if (one.children.length > 0) { one.lastElementChild.textContent = ' · 4 minutes ago'; }
            });
            document.querySelectorAll('.item .line .muted').forEach((one, index) => { one.textContent = 'for ' + (4 - index) + ' minutes'; });
            """;

    @Test
    @DisplayName("R36: of the way from a stuck key to its settlement, all that the documentation shows, can be taken")
    void walk(ChromeDriver driver) throws IOException {
        Files.createDirectories(IMAGES);
        try (ConsoleAtWork work = ConsoleAtWork.withUsers()) {
            traffic(work);
            ConsolePage page = new ConsolePage(driver, work.console());
            page.prefers("light").open("overview").says("Sign in");
            page.type("User", "kim")
                    .type("Password", ConsoleAtWork.PASSWORD)
                    .press("Sign in")
                    .says("Overview");
            looks(page);
            settle(page);
            assertThat(work.charge(2).body()).isEqualTo(ConsoleAtWork.ANSWER);
        }
        assertThat(taken).containsAll(documented());
    }

    /** What the pages of the documentation name. */
    private static Set<String> documented() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String page : List.of("console.md", "operations.md")) {
            NAMED.matcher(Files.readString(Path.of("../docs").resolve(page)))
                    .results()
                    .forEach(found -> names.add(found.group(1)));
        }
        assertThat(names).hasSizeGreaterThan(5);
        return names;
    }

    private void looks(ConsolePage page) throws IOException {
        page.open("overview").says("wait for a decision");
        take(page, 1280, 930, "console-overview");
        page.prefers("dark");
        take(page, 1280, 930, "console-overview-dark");
        page.prefers("light").open("inbox").says("Held");
        take(page, 1280, 560, "console-inbox");
        page.open("records").says("Page 1");
        take(page, 1280, 760, "console-records");
        page.prefers("dark").open("inbox").says("Held");
        take(page, 360, 780, "console-phone");
        page.prefers("light");
    }

    private void settle(ConsolePage page) throws IOException {
        page.open("inbox").says("Held");
        page.find(".item:has(.badge) a").click();
        page.says("About it").settled();
        take(page, 1280, 620, "console-record");
        page.press("Settle it…").press("It happened").type("Status", "201").type("Body", ConsoleAtWork.ANSWER);
        page.type("Why", "The acquirer lists the payment, OPS-1187");
        take(page, 1280, 1010, "console-settle");
        page.press("Next: check it").says("Is this right?");
        take(page, 1280, 760, "console-settle-check");
        page.press("Settle it").says("Settled");
        take(page, 1280, 760, "console-settled");
    }

    /** Ten minutes in a few seconds, since the charts' clock is the test's; and a little more, for what is slow at first. */
    private static void traffic(ConsoleAtWork work) {
        int ran = 0;
        int replayed = 0;
        for (int interval = 0; interval < INTERVALS; interval++) {
            int wanted = (int) (14 + 6 * Math.sin(interval / 9.0) + interval % 4);
            int retries = 2 + interval % 3;
            for (int request = 0; request < wanted; request++) {
                work.charge(1_000 + 50 * interval + request);
            }
            for (int retry = 0; retry < retries; retry++) {
                work.charge(1_000 + 50 * interval + retry);
            }
            if (interval == 70) {
                trouble(work);
                wanted += 3;
            }
            ran += wanted;
            replayed += retries;
            work.awaitCounted("\"new\":" + ran + ",\"replayed\":" + replayed);
            work.clock().advance(INTERVAL);
        }
        work.charge(2);
    }

    /** A charge that is held, a refund in doubt, a declined card, and a key that is used for something else. */
    private static void trouble(ConsoleAtWork work) {
        work.breaksOff();
        work.charge(2);
        work.refund(3);
        work.answers(402, "{\"error\":\"card declined\"}");
        work.charge(4);
        work.answers(201, ConsoleAtWork.ANSWER);
        work.charge(2);
        work.post("/charges", "acct_17", ConsoleAtWork.key(4), "{\"amount\":1}");
    }

    private void take(ConsolePage page, int width, int height, String name) throws IOException {
        ChromeDriver driver = page.driver();
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        driver.executeScript(SET_TIMES);
        driver.executeScript("document.activeElement?.blur()");
        Object shot = driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"))
                .get("data");
        byte[] png = Base64.getDecoder().decode((String) shot);
        assertShows(png, width, height, name);
        Files.write(IMAGES.resolve(name + ".png"), png);
        taken.add(name);
    }

    private static void assertShows(byte[] png, int width, int height, String name) throws IOException {
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(picture.getWidth()).as(name).isEqualTo(width);
        assertThat(picture.getHeight()).as(name).isEqualTo(height);
        int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
        assertThat(IntStream.of(pixels).distinct().count()).as(name).isGreaterThan(FEWEST_COLOURS);
    }
}
