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
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

    private static final RecordId HELD =
            new RecordId(new Tenant("acct_17"), "charges.create", new IdempotencyKey("key-of-a-charge-00001"));

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
        signIn(mounted("/staff"), "ada", "SETTLE");
        signIn(mounted("/guests"), "vera", "VIEW");
        tomcat.start();
    }

    private static void signIn(Context context, String user, String role) {
        FilterDef signedIn = new FilterDef();
        signedIn.setFilterName("signed-in");
        signedIn.setFilter((request, response, chain) -> chain.doFilter(new SignedIn(request, user, role), response));
        context.addFilterDef(signedIn);
        FilterMap everywhere = new FilterMap();
        everywhere.setFilterName("signed-in");
        everywhere.addURLPattern("/*");
        context.addFilterMap(everywhere);
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
    private static final class SignedIn extends HttpServletRequestWrapper {

        private final String user;
        private final String role;

        SignedIn(ServletRequest request, String user, String role) {
            super((HttpServletRequest) request);
            this.user = user;
            this.role = role;
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> user;
        }

        @Override
        public boolean isUserInRole(String other) {
            return role.equals(other);
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
        held();

        assertThat(seen("/staff/console/#/inbox", "charges.create"))
                .contains("ada")
                .contains("charges.create")
                .contains("Settle it")
                .doesNotContain("key-of-a-charge-00001");
        assertThat(seen("/shop/console/#/inbox", "You sign in elsewhere"))
                .contains("You sign in elsewhere")
                .doesNotContain("charges.create");
    }

    private void held() {
        Duration day = Duration.ofDays(1);
        Claim claim = new Claim(HELD, Fingerprint.of("x"), new ClaimId(1, 2), day, day, day, OnDoubt.HOLD, 0, null);
        store.claim(claim).toCompletableFuture().join();
        store.finish(new Finish(HELD, 1, claim.claimId(), new Ending.Doubt(), day, OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    @Test
    @DisplayName(
            "R16, R36: settles for whom the application gives the role, by that user's name, and for the console's own page only")
    void settles() throws Exception {
        held();
        assertThat(settled("/shop", "").statusCode()).isEqualTo(401);
        HttpResponse<String> guest = settled("/guests", csrf("/guests"));
        assertThat(guest.statusCode()).isEqualTo(403);
        assertThat(guest.body()).contains("role-missing");
        HttpResponse<String> forged = settled("/staff", "made-up");
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(forged.body()).contains("\"csrf\"");
        assertThat(record().state()).isEqualTo(State.IN_DOUBT);

        HttpResponse<String> settled = settled("/staff", csrf("/staff"));

        assertThat(settled.statusCode()).as(settled.body()).isEqualTo(200);
        assertThat(record().state()).isEqualTo(State.RELEASED);
        assertThat(settled.body())
                .contains("\"who\":\"ada\"", "\"why\":\"not in the ledger\"")
                .doesNotContain(HELD.key().value());
    }

    private KeyRecord record() {
        return store.find(HELD).toCompletableFuture().join().orElseThrow().record();
    }

    private HttpResponse<String> settled(String context, String csrf) throws Exception {
        String decision = """
                {"tenant":"acct_17","operation":"charges.create","key":"%s","attempt":1,"verdict":"did-not-happen",
                 "why":"not in the ledger"}""".formatted(HELD.key().value());
        return sent(api(context, "records/settle")
                .header("Content-Type", "application/json")
                .header("Semel-Csrf", csrf)
                .POST(HttpRequest.BodyPublishers.ofString(decision)));
    }

    private String csrf(String context) throws Exception {
        return sent(api(context, "session")).body().replaceFirst("(?s).*\"csrf\":\"([^\"]+)\".*", "$1");
    }

    private HttpRequest.Builder api(String context, String path) {
        return HttpRequest.newBuilder(URI.create(
                "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + context + "/console/api/" + path));
    }

    private static HttpResponse<String> sent(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
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
