// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.console.Console;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("The console as a servlet, where nothing stands before it")
class ConsoleServletTest {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Tomcat tomcat = new Tomcat();
    private final MemoryStore store = MemoryStore.create();

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws Exception {
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        mounted("/shop");
        Context staff = mounted("/staff");
        FilterDef signedIn = new FilterDef();
        signedIn.setFilterName("signed-in");
        signedIn.setFilter((request, response, chain) -> chain.doFilter(new AsAda(request), response));
        staff.addFilterDef(signedIn);
        FilterMap everywhere = new FilterMap();
        everywhere.setFilterName("signed-in");
        everywhere.addURLPattern("/*");
        staff.addFilterMap(everywhere);
        tomcat.start();
    }

    private Context mounted(String contextPath) {
        ConsoleProperties settings = new ConsoleProperties("/console/", "VIEW", "SETTLE", "BODIES", List.of());
        Console console = Console.builder(store)
                .access(() -> ConsoleAutoConfiguration.access(settings))
                .path("/console/")
                .build();
        Context context = tomcat.addContext(contextPath, folder.toString());
        Tomcat.addServlet(context, "console", new ConsoleServlet(console, "/console/"));
        context.addServletMappingDecoded("/console/*", "console");
        return context;
    }

    /** What every security framework makes of a request. */
    private static final class AsAda extends HttpServletRequestWrapper {

        AsAda(ServletRequest request) {
            super((HttpServletRequest) request);
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> "ada";
        }

        @Override
        public boolean isUserInRole(String role) {
            return role.equals("SETTLE");
        }
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    @DisplayName("R36: who forgets the slash is sent to the console, and not to a host whose name is in the path")
    void redirects() throws IOException {
        for (String path :
                new String[] {"/shop/console", "//evil.example/%2e%2e/shop/console", "//evil.example/../shop/console"
                }) {
            String heard = heard("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");

            assertThat(heard)
                    .as(path)
                    .contains("308")
                    .contains("Location: /shop/console/\r\n")
                    .doesNotContain("evil");
        }
    }

    @Test
    @DisplayName("R29: a large body of who is not signed in is not waited for")
    void largeBodies() throws IOException {
        String head = """
                POST /shop/console/api/records/settle HTTP/1.1
                Host: 127.0.0.1
                Connection: close
                Content-Type: application/json
                Content-Length: 2000000

                """;
        String heard = heard(head.replace("\n", "\r\n"));

        assertThat(heard).contains(" 401 ").contains("sign-in-required");
    }

    @Test
    @DisplayName(
            "R36: in a browser the page shows the application's records to its users, and says to others where they sign in")
    void inABrowser() throws Exception {
        RecordId id =
                new RecordId(new Tenant("acct_17"), "charges.create", new IdempotencyKey("key-of-a-charge-00001"));
        Duration day = Duration.ofDays(1);
        Claim claim = new Claim(id, Fingerprint.of("x"), new ClaimId(1, 2), day, day, day, OnDoubt.HOLD, 0, null);
        store.claim(claim).toCompletableFuture().join();
        store.finish(new Finish(id, 1, claim.claimId(), new Ending.Doubt(), day, OnDoubt.HOLD))
                .toCompletableFuture()
                .join();

        assertThat(seen("/staff/console/#/inbox", "charges.create"))
                .contains("ada")
                .contains("charges.create")
                .contains("Settle it")
                .doesNotContain("key-of-a-charge-00001");
        assertThat(seen("/shop/console/#/inbox", "You sign in elsewhere"))
                .contains("You sign in elsewhere")
                .doesNotContain("charges.create");
    }

    /** The page as Debian's Chromium has it, once it says this: on a busy machine its time may be over before all scripts have run. */
    private String seen(String path, String words) throws Exception {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * PATIENCE_MILLIS);
        String page = seen(path);
        while (!page.contains(words) && System.nanoTime() < until) {
            page = seen(path);
        }
        return page;
    }

    private String seen(String path) throws Exception {
        Path page = Files.createTempFile(folder, "page", ".html");
        Process browser = new ProcessBuilder(
                        "chromium",
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--user-data-dir=" + Files.createTempDirectory(folder, "browser"),
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(page.toFile())
                .start();
        try {
            boolean unused = browser.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }
        return Files.readString(page);
    }

    private String heard(String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), tomcat.getConnector().getLocalPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder heard = new StringBuilder();
            byte[] some = new byte[8_192];
            for (int read = socket.getInputStream().read(some);
                    read >= 0;
                    read = socket.getInputStream().read(some)) {
                heard.append(new String(some, 0, read, StandardCharsets.ISO_8859_1));
                if (heard.indexOf("\r\n\r\n") >= 0 && heard.toString().endsWith("}")) {
                    break;
                }
            }
            return heard.toString();
        }
    }
}
