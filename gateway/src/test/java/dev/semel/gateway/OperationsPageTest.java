// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("What docs/operations.md and the dashboard ask Prometheus for")
class OperationsPageTest {

    private static final Pattern NAME = Pattern.compile("\\b(?:semel|jvm|process)_[a-z_]+");
    private static final Pattern SELECTOR = Pattern.compile("\\b((?:semel|jvm|process)_[a-z_]+)\\{([^}]*)}");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
    /** What Prometheus itself adds. */
    private static final Set<String> SCRAPED = Set.of("job", "instance");

    private static String metrics = "";

    @BeforeAll
    static void scrape(@TempDir Path folder) throws Exception {
        TestCertificate.make(folder, "tls", "dns:localhost");
        Path file = Files.writeString(folder.resolve("semel.yaml"), """
                listen: 127.0.0.1:0
                admin: 127.0.0.1:0
                tls:
                  certificate: tls.crt
                  key: tls.key
                tenant:
                  constant: all
                store:
                  type: memory
                tracing:
                  endpoint: http://127.0.0.1:9
                upstreams:
                  payments:
                    server: http://127.0.0.1:9
                routes:
                  - path: /charges
                    operation: charges.create
                    in-doubt: rerun
                """);
        try (Service service = Service.open(ConfigurationFile.read(file, Map.of()))) {
            // Collections are counted from the first one on.
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!metrics.contains("jvm_gc_pause_seconds_sum") && System.nanoTime() < deadline) {
                System.gc();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                metrics = get(service.adminAddress().orElseThrow().getPort());
            }
        }
    }

    private static String get(int port) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** What is wrong with a query; nothing where all that it names is there. */
    private static List<String> problems(String query) {
        List<String> all = new ArrayList<>();
        for (String name : NAME.matcher(query).results().map(MatchResult::group).toList()) {
            if (series(name).isEmpty()) {
                all.add("there is no " + name);
            }
        }
        SELECTOR.matcher(query)
                .results()
                .forEach(selector -> LABEL.matcher(selector.group(2))
                        .results()
                        .filter(label -> !SCRAPED.contains(label.group(1)))
                        .filter(label ->
                                series(selector.group(1)).stream().noneMatch(line -> line.contains(label.group())))
                        .forEach(label -> all.add(selector.group(1) + " has no " + label.group())));
        return all;
    }

    private static List<String> series(String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .toList();
    }

    @Test
    @DisplayName("R39: is there from the start, for every alert")
    void alerts() throws IOException {
        List<String> queries = Files.readString(Path.of("../docs/operations.md"))
                .lines()
                .filter(line -> line.matches("\\| [A-Z].* \\| `.*` \\|.*"))
                .map(line -> line.substring(line.indexOf('`') + 1, line.indexOf("` |")))
                .toList();
        assertThat(queries).hasSizeGreaterThan(15);
        for (String query : queries) {
            assertThat(problems(query)).as(query).isEmpty();
        }
    }

    @Test
    @DisplayName("R39: is there for every panel")
    void panels() throws IOException {
        JsonObject dashboard = new JsonObject(Files.readString(Path.of("../docs/grafana/semel-gateway.json")));
        JsonArray panels = dashboard.getJsonArray("panels");
        assertThat(panels.size()).isGreaterThan(10);
        for (int i = 0; i < panels.size(); i++) {
            JsonArray targets = panels.getJsonObject(i).getJsonArray("targets");
            assertThat(targets).isNotEmpty();
            for (int j = 0; j < targets.size(); j++) {
                String query = targets.getJsonObject(j).getString("expr");
                assertThat(NAME.matcher(query).find()).as(query).isTrue();
                assertThat(problems(query)).as(query).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("is missed when it is not there")
    void canFail() {
        assertThat(problems("rate(semel_admission_total[5m])")).containsExactly("there is no semel_admission_total");
        assertThat(problems("semel_admissions_total{outcome=\"hold\"}"))
                .containsExactly("semel_admissions_total has no outcome=\"hold\"");
    }
}
