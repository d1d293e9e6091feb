// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Every Java snippet in README.md and docs/ compiles")
class SnippetsTest {

    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\\n(.*?)^```");

    /** What the pages take as given. */
    private static final String GIVEN = """
            import dev.semel.*;
            import dev.semel.contracts.*;
            import dev.semel.event.*;
            import dev.semel.http.*;
            import dev.semel.jdbc.*;
            import dev.semel.key.*;
            import dev.semel.memory.*;
            import dev.semel.micrometer.*;
            import dev.semel.opentelemetry.*;
            import dev.semel.redis.*;
            import dev.semel.seal.*;
            import dev.semel.servlet.*;
            import dev.semel.spi.*;
            import dev.semel.spring.*;
            import dev.semel.spring.test.*;
            import dev.semel.testkit.*;
            import io.lettuce.core.SslOptions;
            import io.micrometer.core.instrument.MeterRegistry;
            import io.opentelemetry.api.OpenTelemetry;
            import java.io.File;
            import java.net.URI;
            import java.net.http.*;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.Path;
            import java.security.Principal;
            import java.sql.Connection;
            import java.time.Duration;
            import java.util.Map;
            import java.util.Optional;
            import java.util.UUID;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.CompletionStage;
            import java.util.concurrent.atomic.AtomicInteger;
            import javax.sql.DataSource;
            import org.junit.jupiter.api.Test;
            import org.springframework.beans.factory.annotation.Autowired;
            import org.springframework.beans.factory.annotation.Value;
            import org.springframework.boot.SpringApplication;
            import org.springframework.boot.autoconfigure.SpringBootApplication;
            import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
            import org.springframework.boot.test.context.SpringBootTest;
            import org.springframework.context.annotation.Bean;
            import org.springframework.context.annotation.Configuration;
            import org.springframework.http.HttpStatus;
            import org.springframework.jdbc.core.simple.JdbcClient;
            import org.springframework.stereotype.Component;
            import org.springframework.test.web.reactive.server.WebTestClient;
            import org.springframework.test.web.servlet.MockMvc;
            import org.springframework.test.web.servlet.assertj.MockMvcTester;
            import org.springframework.web.bind.annotation.*;
            import reactor.core.publisher.Mono;
            import static org.assertj.core.api.Assertions.assertThat;
            import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

            class Page {
                static final Object SERVER = new Object();
                static DataSource dataSource;
                static JdbcStore jdbcStore;
                static Idempotency idempotency;
                static MeterRegistry registry;
                static OpenTelemetry openTelemetry;
                static jakarta.servlet.ServletContext servletContext;
                static Intent intent;

                static long rowsIn(String table) { return 0; }

                static void insertOrder(Connection transaction, String payload) {}

                interface Provider {
                    String charge(String payload);
                }

                abstract static class Harness implements StoreHarness {}

                static class AcmeHarness extends Harness {
                    AcmeHarness(Object server) {}
                    public IdempotencyStore store() { return MemoryStore.create(); }
                    public IdempotencyStore another() { return store(); }
                    public void elapse(Duration duration) {}
                    public long stored() { return 0; }
                    public void close() {}
                }
            """;

    private static final String BODY = """
                void page(IdempotencyStore store, Provider provider, String key, String payload) throws Exception {
            """;

    @TempDir
    Path folder;

    @TestFactory
    @DisplayName("on each page")
    List<DynamicTest> snippets() {
        List<DynamicTest> tests = new ArrayList<>();
        // An example's page shows the example's own sources, and a test of the example compares them.
        for (String page : Repository.pages().stream()
                .filter(name -> !name.startsWith("examples/"))
                .toList()) {
            Matcher snippet = SNIPPET.matcher(Repository.read(page));
            for (int number = 1; snippet.find(); number++) {
                String code = snippet.group(1);
                tests.add(DynamicTest.dynamicTest(
                        page + ", snippet " + number,
                        () -> assertThat(errors(code)).isEmpty()));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests;
    }

    @Test
    @DisplayName("and one that does not compile is noticed")
    void badSnippetIsNoticed() throws IOException {
        assertThat(errors("Operation charge = Operation.unnamed();\n")).contains("unnamed");
    }

    @Test
    @DisplayName("and in one that is a whole file nothing is taken as given")
    void wholeFileIsOnItsOwn() throws IOException {
        assertThat(errors("package shop;\n\nclass Shop {\n    Operation charge;\n}\n"))
                .contains("Operation");
    }

    /** One that begins with a package is a file for the reader to take as it is; of all others the page takes something as given. */
    private String errors(String code) throws IOException {
        boolean declares = code.contains("class ");
        String part = declares ? GIVEN + code + "}\n" : GIVEN + BODY + code + "}\n}\n";
        Path file = Files.writeString(folder.resolve("Page.java"), code.startsWith("package ") ? code : part);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        List<String> options = List.of("-d", folder.toString(), "-classpath", System.getProperty("java.class.path"));
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(errors, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
            return compiled ? "" : errors.toString();
        }
    }
}
