// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Doubt;
import dev.semel.OlderAnswer;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import dev.semel.Saved;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.http.HttpSnapshot;
import dev.semel.http.OutcomeRules;
import dev.semel.http.Verdict;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.ForOperation;
import dev.semel.spring.Idempotent;
import dev.semel.spring.PolicyCustomizer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("A bean that is for an operation")
class HooksTest {

    private final AtomicInteger runs = new AtomicInteger();

    private Booted.Setting app(Class<?>... more) {
        Class<?>[] all = java.util.Arrays.copyOf(new Class<?>[] {Booted.Open.class, Ledger.class}, 2 + more.length);
        System.arraycopy(more, 0, all, 2, more.length);
        return Booted.of(all).bean("runs", runs).with("semel.http.tenants", "sole");
    }

    @Test
    @DisplayName("R16: a reconciler is asked what became of an attempt in doubt, and its answer is everybody's")
    void reconciler() {
        try (Booted booted = app(Asking.class).serve()) {
            Client client = new Client(booted.uri());
            String key = Client.newKey();

            assertThat(client.post("/fails", key, "{}").statusCode()).isEqualTo(500);
            HttpResponse<String> second = client.post("/fails", key, "{}");

            assertThat(second.statusCode()).isEqualTo(201);
            assertThat(second.headers().firstValue("Location")).contains("/found/2");
            assertThat(client.post("/fails", key, "{}").statusCode()).isEqualTo(201);
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R16: a bean without the annotation is for the operation of its name")
    void byName() {
        try (Booted booted = app().bean("ledger.fails", new Asking.Finder()).serve()) {
            Client client = new Client(booted.uri());
            String key = Client.newKey();

            client.post("/fails", key, "{}");

            assertThat(client.post("/fails", key, "{}").statusCode()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("R16: a reconciler for an operation that is not there stops the application")
    void reconcilerForNobody() {
        FailureAnalysis why = Refusals.ofServe(app(Misspelt.class));

        assertThat(why.getDescription()).contains("reconciler 'misspelt'", "'ledger.fials'");
        assertThat(why.getAction()).contains("ledger.fails");
    }

    @Test
    @DisplayName("R16: an operation that reconciles does not start without a reconciler")
    void reconcilerIsMissing() {
        FailureAnalysis why = Refusals.ofServe(app().with("semel.operations[ledger.fails].in-doubt", "reconcile"));

        assertThat(why.getDescription()).contains("'ledger.fails'", "no reconciler");
    }

    @Test
    @DisplayName("two reconcilers for one operation stop the application")
    void twoReconcilers() {
        FailureAnalysis why = Refusals.ofServe(app(Asking.class).bean("ledger.fails", new Asking.Finder()));

        assertThat(why.getDescription()).contains("Two beans", "'ledger.fails'");
    }

    @Test
    @DisplayName("R20: a converter turns older answers into those of today, and the work is not done again")
    void converter() {
        MemoryStore store = MemoryStore.create();
        String key = Client.newKey();
        try (Booted old = app().bean("store", store)
                .with("semel.operations[ledger.add].version", "1")
                .serve()) {
            assertThat(new Client(old.uri()).post("/add", key, "{}").body()).isEqualTo("run 1");
        }
        Booted.Setting next = app(Converting.class)
                .bean("store", store)
                .with("semel.operations[ledger.add].version", "2")
                .with("semel.operations[ledger.add].older-answers", "convert");
        try (Booted today = next.serve()) {
            assertThat(new Client(today.uri()).post("/add", key, "{}").body()).isEqualTo("converted from 1");
        }
        assertThat(runs).hasValue(1);
        FailureAnalysis why = Refusals.ofServe(app().with("semel.operations[ledger.add].version", "2")
                .with("semel.operations[ledger.add].older-answers", "convert"));
        assertThat(why.getDescription()).contains("'ledger.add'", "no converter");
    }

    @Test
    @DisplayName("R15: a customizer says what an exception means")
    void customizer() {
        try (Booted booted = app(Harmless.class).serve()) {
            Client client = new Client(booted.uri());
            String key = Client.newKey();

            client.post("/fails", key, "{}");
            client.post("/fails", key, "{\"another\": \"payload\"}");

            assertThat(runs).as("a released key is free for another payload").hasValue(2);
        }
    }

    @RestController
    static class Ledger {

        private final AtomicInteger runs;

        Ledger(AtomicInteger runs) {
            this.runs = runs;
        }

        @PostMapping("/fails")
        @Idempotent("ledger.fails")
        String fails() {
            throw new IllegalStateException("run " + runs.incrementAndGet());
        }

        @PostMapping("/add")
        @Idempotent("ledger.add")
        String add() {
            return "run " + runs.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Asking.Finder.class)
    static class Asking {

        @ForOperation("ledger.fails")
        static class Finder implements Reconciler {
            @Override
            public CompletionStage<Reconciliation> reconcile(Doubt doubt) {
                HttpAnswer found = HttpAnswer.empty(201, Headers.of("Location", "/found/" + doubt.attempt()));
                return CompletableFuture.completedFuture(
                        Reconciliation.happened(HttpSnapshot.codec().save(found)));
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Misspelt {
        @Bean
        @ForOperation("ledger.fials")
        Reconciler misspelt() {
            return doubt -> CompletableFuture.completedFuture(Reconciliation.unknown());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Converting {
        @Bean
        @ForOperation("ledger.add")
        OlderAnswer.Converter converter() {
            return (version, older) -> converted(version);
        }

        private static Saved converted(int version) {
            byte[] text = ("converted from " + version).getBytes(StandardCharsets.UTF_8);
            return HttpSnapshot.codec().save(HttpAnswer.of(200, Headers.of("Content-Type", "text/plain"), text));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Harmless {
        @Bean
        PolicyCustomizer harmless() {
            return new PolicyCustomizer() {
                @Override
                public void customize(String name, HttpPolicyBuilder policy) {
                    policy.outcomes(OutcomeRules.defaults().exception(IllegalStateException.class, Verdict.RELEASE));
                }
            };
        }
    }
}
