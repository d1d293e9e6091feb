// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium for tests: one for all of them, since starting it takes seconds, and each finds it without cookies and at
 * the usual size. It is Debian's own; where it is missing a test fails and says so.
 */
public class Chromium implements ParameterResolver, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(Chromium.class);
    /** A page that does not come in this time never does, on a busy machine either. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final List<Path> FOLDERS = List.of(Path.of("/usr/bin"), Path.of("/usr/local/bin"));

    /** What is kept until all tests have run. */
    private record Running(ChromeDriver driver) implements AutoCloseable {

        @Override
        public void close() {
            driver.quit();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ChromeDriver.class;
    }

    /** Whoever gets it, a test or the constructor of its class, gets it as if it were new. */
    @Override
    public ChromeDriver resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ChromeDriver driver = driver(context);
        driver.get("about:blank");
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        driver.manage().logs().get(LogType.BROWSER);
        driver.manage().logs().get(LogType.PERFORMANCE);
        return driver;
    }

    /** What a page still asks for must not reach a server that a later test starts. */
    @Override
    public void afterEach(ExtensionContext context) {
        driver(context).get("about:blank");
    }

    private static ChromeDriver driver(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent("driver", key -> new Running(start()), Running.class)
                .driver();
    }

    private static ChromeDriver start() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
        logs.enable(LogType.PERFORMANCE, java.util.logging.Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(
                program("chromium", "chromium-browser", "google-chrome").toFile());
        options.addArguments(
                "--headless=new",
                // Tests run as root in containers, where Chromium has no sandbox; they open nothing but our own pages.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--hide-scrollbars",
                "--disable-background-networking",
                "--force-device-scale-factor=1",
                "--window-size=1280,900");
        options.setCapability("goog:loggingPrefs", logs);
        // A driver that is named is not looked for: Selenium's own search would ask the internet.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program("chromedriver").toFile())
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
        return driver;
    }

    private static Path program(String... names) {
        return Stream.of(names)
                .flatMap(name -> FOLDERS.stream().map(folder -> folder.resolve(name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no " + names[0]
                        + ": apt install chromium chromium-driver, or let ./semel test http do it"));
    }
}
