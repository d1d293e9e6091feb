// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import dev.semel.jdbc.SqliteStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.ForOperation;
import dev.semel.spring.Idempotent;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.sqlite.SQLiteDataSource;

@Tag("http")
@DisplayName("An application of several contexts")
class ContextsTest {

    @TempDir
    static Path folder;

    private final Deque<ConfigurableApplicationContext> open = new ArrayDeque<>();

    @AfterEach
    void end() {
        open.forEach(ConfigurableApplicationContext::close);
    }

    @Test
    @DisplayName("has one engine and one store for all of them, that of their parent, and each protects its own")
    void shared() {
        ConfigurableApplicationContext parent = parent(Semel.class, Mail.class);
        ConfigurableApplicationContext one = child(parent, Web.class, ChildMail.class);
        ConfigurableApplicationContext other = child(parent, OtherWeb.class);

        assertThat(one.getBean(IdempotencyStore.class)).isSameAs(parent.getBean(IdempotencyStore.class));
        assertThat(one.getBean(Idempotency.class)).isSameAs(parent.getBean(Idempotency.class));
        assertRunsOnce(one);
        assertRunsOnce(other);
        Mail mail = parent.getBean(Mail.class);
        ChildMail childMail = one.getBean(ChildMail.class);
        assertThat(mail.send("1")).isEqualTo(mail.send("1"));
        assertThat(childMail.send("1")).isEqualTo(childMail.send("1"));
        assertThat(one.getBean(KnownOperations.class).operations())
                .extracting(dev.semel.Operation::name)
                .containsExactlyInAnyOrder("web", "child.send", "mail.send");
    }

    @Test
    @DisplayName("goes on in the parent when a child has ended")
    void childEnds() {
        ConfigurableApplicationContext parent = parent(Semel.class, Mail.class);
        child(parent, Web.class).close();

        Mail mail = parent.getBean(Mail.class);
        assertThat(mail.send("2")).isEqualTo(mail.send("2"));
    }

    @Test
    @DisplayName("R16: asks a reconciler that is in the parent")
    void reconcilerAbove() {
        ConfigurableApplicationContext child = child(parent(Hooks.class), Web.class);

        assertThat(child.getBean(KnownOperations.class).operations())
                .singleElement()
                .extracting(dev.semel.Operation::inDoubt)
                .isInstanceOf(InDoubt.Reconcile.class);
    }

    @Test
    @DisplayName("does not start where a method would run unprotected, since Semel is in the child alone")
    void withoutSemelAbove() {
        ConfigurableApplicationContext parent = parent(Mail.class);

        assertThat(refusal(() -> child(parent, Web.class))).contains("(Mail)", "parent context");
    }

    @Test
    @DisplayName("R23: does not start where two contexts have one operation")
    void sameOperation() {
        ConfigurableApplicationContext parent = parent(Semel.class, Mail.class);

        assertThat(refusal(() -> child(parent, SameName.class))).contains("'mail.send'", "two contexts");
    }

    @Test
    @DisplayName("keeps records on the data source that is in the parent, though Semel is in the child alone")
    void dataSourceAbove() {
        ConfigurableApplicationContext child = child(parent(Databases.class), Web.class);

        assertThat(child.getBean(IdempotencyStore.class)).isInstanceOf(SqliteStore.class);
        assertThat(folder.resolve("shop.db.semel")).isRegularFile();
        assertRunsOnce(child);
    }

    @Test
    @DisplayName(
            "keeps records on the data source of the context that has Semel, though there is another one in the parent")
    void ownDataSource() {
        ConfigurableApplicationContext child = child(parent(Above.class), Web.class, Own.class);

        assertThat(child.getBean(IdempotencyStore.class)).isInstanceOf(SqliteStore.class);
        assertThat(folder.resolve("own.db.semel")).isRegularFile();
        assertRunsOnce(child);
    }

    @Test
    @DisplayName("keeps records on the Redis of the context that has Semel, though there is another one in the parent")
    void ownRedis() {
        try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(RedisAbove.class);
                AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
            child.setParent(parent);
            child.register(OwnRedis.class);
            child.refresh();

            assertThat(LettuceFactories.find(child.getBeanFactory())
                            .orElseThrow()
                            .description())
                    .isEqualTo("Redis at own.example:6379");
        }
    }

    private static String refusal(Runnable start) {
        return new SetupFailureAnalyzer().analyze(catchThrowable(start::run)).getDescription();
    }

    private static void assertRunsOnce(ConfigurableApplicationContext context) {
        Client client = new Client(
                URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")));
        String key = Client.newKey();

        String first = client.post("/web", key, "{}").body();

        assertThat(first).startsWith("run ");
        assertThat(client.post("/web", key, "{}").body()).isEqualTo(first);
    }

    private ConfigurableApplicationContext parent(Class<?>... beans) {
        return kept(new SpringApplicationBuilder(beans).web(WebApplicationType.NONE));
    }

    private ConfigurableApplicationContext child(ConfigurableApplicationContext parent, Class<?>... beans) {
        return kept(new SpringApplicationBuilder(beans)
                .sources(Booted.Open.class)
                .parent(parent)
                .web(WebApplicationType.SERVLET));
    }

    /** Children end before their parents. */
    private ConfigurableApplicationContext kept(SpringApplicationBuilder application) {
        ConfigurableApplicationContext context =
                application.run(Booted.of().lines().map(line -> "--" + line).toArray(String[]::new));
        open.push(context);
        return context;
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Booted.Plain.class)
    static class Semel {}

    /** Two of them, as an application has that reads from another one, too. */
    @Configuration(proxyBeanMethods = false)
    static class Databases {

        @Bean
        @Primary
        DataSource shop() {
            return sqlite("shop.db");
        }

        @Bean
        DataSource archive() {
            return sqlite("archive.db");
        }
    }

    private static DataSource sqlite(String name) {
        SQLiteDataSource database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.resolve(name));
        return database;
    }

    @Configuration(proxyBeanMethods = false)
    static class Above {
        @Bean
        DataSource above() {
            return sqlite("above.db");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        DataSource own() {
            return sqlite("own.db");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RedisAbove {
        @Bean
        LettuceConnectionFactory above() {
            return new LettuceConnectionFactory("above.example", 6379);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnRedis {
        @Bean
        @Lazy
        RedisConnectionFactory own() {
            return new LettuceConnectionFactory("own.example", 6379);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Hooks {
        @Bean
        @ForOperation("web")
        Reconciler ask() {
            return doubt -> CompletableFuture.completedFuture(Reconciliation.unknown());
        }
    }

    static class Mail {

        private final AtomicInteger sent = new AtomicInteger();

        @Idempotent(operation = "mail.send", key = "#order")
        public int send(String order) {
            return sent.incrementAndGet();
        }
    }

    static class ChildMail {

        private final AtomicInteger sent = new AtomicInteger();

        @Idempotent(operation = "child.send", key = "#order")
        public int send(String order) {
            return sent.incrementAndGet();
        }
    }

    static class SameName {
        @Idempotent(operation = "mail.send", key = "#order")
        public int send(String order) {
            return 0;
        }
    }

    @RestController
    static class Web {

        private final AtomicInteger runs = new AtomicInteger();

        @PostMapping("/web")
        @Idempotent("web")
        String web() {
            return "run " + runs.incrementAndGet();
        }
    }

    @RestController
    static class OtherWeb {

        private final AtomicInteger runs = new AtomicInteger();

        @PostMapping("/web")
        @Idempotent("other.web")
        String web() {
            return "run " + runs.incrementAndGet();
        }
    }
}
