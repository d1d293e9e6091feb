// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.OlderAnswer;
import dev.semel.spring.ForOperation;
import dev.semel.spring.Idempotent;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that is processed ahead of time, and then asks itself, in a process of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({Booted.Open.class, AotApplication.Desk.class, AotApplication.Ledger.class})
class AotApplication {

    /** Found by an annotation on the method, which processing must not lose. */
    @Bean
    @ForOperation("desk.ask")
    OlderAnswer.Converter older() {
        return (version, saved) -> saved;
    }

    @RestController
    static class Desk {

        private final AtomicInteger runs = new AtomicInteger();

        @PostMapping("/ask")
        @Idempotent("desk.ask")
        String ask() {
            return "run " + runs.incrementAndGet();
        }
    }

    /** A bean that is no controller. */
    static class Ledger {

        record Entry(String id) {}

        record Booking(String entry, int run) {}

        private final AtomicInteger runs = new AtomicInteger();

        @Idempotent(operation = "ledger.book", key = "#entry.id")
        public Booking book(Entry entry) {
            return new Booking(entry.id(), runs.incrementAndGet());
        }
    }

    /** Prints what a request and its retry got, and then two calls. */
    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(AotApplication.class, args)) {
            Client client = new Client(
                    URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")));
            String key = Client.newKey();
            HttpResponse<String> first = client.post("/ask", key, "{}");
            HttpResponse<String> retry = client.post("/ask", key, "{}");
            System.out.println("AOT " + AotDetector.useGeneratedArtifacts() + ", first " + first.statusCode() + " "
                    + first.body() + ", retry " + retry.statusCode() + " " + retry.body() + " replayed "
                    + Client.isReplay(retry) + ", called " + book(context, key) + ", again " + book(context, key));
        }
    }

    private static int book(ConfigurableApplicationContext context, String key) {
        return context.getBean(Ledger.class).book(new Ledger.Entry(key)).run();
    }
}
