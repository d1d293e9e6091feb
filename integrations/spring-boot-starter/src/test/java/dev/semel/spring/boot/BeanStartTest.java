// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.scheduling.annotation.Async;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("An application does not start with a bean's method")
class BeanStartTest {

    static Stream<Arguments> bad() {
        return Stream.of(
                Arguments.of(NoKey.class, "NoKey.send", "has no key"),
                Arguments.of(NoName.class, "NoName.send", "names no operation"),
                Arguments.of(Closed.class, "Closed.send", "final, private or static"),
                Arguments.of(Promised.class, "Promised.send", "CompletableFuture"),
                Arguments.of(Later.class, "Later.send", "@Async"),
                Arguments.of(LaterHeir.class, "LaterHeir.send", "@Async"),
                Arguments.of(Anything.class, "Anything.send", "nobody can tell"),
                Arguments.of(NoExpression.class, "NoExpression.send", "no expression"),
                Arguments.of(NoParameter.class, "NoParameter.send", "no parameter for #ordre"),
                Arguments.of(SameName.class, "'same'", "SameName.one"),
                Arguments.of(Pointers.class, "Pointers.send", "for requests"),
                Arguments.of(NoDuration.class, "NoDuration.send", "no duration"),
                Arguments.of(WholeClass.class, "the class WholeClass", "no controller"),
                Arguments.of(KeyNotRequired.class, "KeyNotRequired.send", "outside of any transaction"),
                Arguments.of(InTransaction.class, "'in-transaction'", "takes no part in transactions"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bad")
    @DisplayName("that cannot be protected, and says which and why: ")
    void badMethod(Class<?> bean, String place, String problem) {
        FailureAnalysis why = Refusals.ofRun(Booted.of(Calls.class, bean));

        assertThat(why.getDescription()).contains(place, problem);
        assertThat(why.getAction()).isNotBlank();
    }

    static Stream<Class<?>> spent() {
        return Stream.of(
                Lines.class,
                Numbers.class,
                Walked.class,
                Bytes.class,
                Characters.class,
                OfRecord.class,
                OfList.class,
                OfArray.class,
                Stage.class,
                Published.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spent")
    @DisplayName("whose value can be read once, or is there later, so that saving it would spend it: ")
    void spentValue(Class<?> bean) {
        FailureAnalysis why = Refusals.ofRun(Booted.of(Calls.class, bean));

        assertThat(why.getDescription()).contains(bean.getSimpleName() + ".send", "which returns");
        assertThat(why.getAction()).startsWith("Return ");
    }

    @Test
    @DisplayName(
            "T12: that takes what can be read once, so that comparing it would spend it; unless it says what is compared")
    void spentArgument() {
        FailureAnalysis why = Refusals.ofRun(Booted.of(Calls.class, Taker.class));

        assertThat(why.getDescription()).contains("Taker.send", "java.io.InputStream");
        assertThat(why.getAction()).contains("payload");
        try (Booted booted = Booted.of(Calls.class, PayloadTaker.class).run()) {
            assertThat(booted.bean(BeanOperations.class).names()).containsExactly("payload-taker");
        }
    }

    @Test
    @DisplayName("R39: that is in a class without a name, and says where that is written")
    void classWithoutName() {
        FailureAnalysis why = Refusals.ofRun(Booted.of(Calls.class, Nameless.class));

        assertThat(why.getDescription()).contains(" BeanStartTest$Nameless$1.run");
    }

    @Configuration(proxyBeanMethods = false)
    static class Nameless {
        @Bean
        Runnable nameless() {
            return new Runnable() {
                @Override
                @Idempotent(operation = "nameless")
                public void run() {}
            };
        }
    }

    @Test
    @DisplayName("whose settings are for another one")
    void settingsForNobody() {
        FailureAnalysis why =
                Refusals.ofRun(Booted.of(Calls.class, Good.class).with("semel.operations.godo.lease", "10s"));

        assertThat(why.getDescription()).contains("semel.operations[godo]");
        assertThat(why.getAction()).contains("There are: good");
    }

    @Test
    @DisplayName("whose operation is that of a handler, too, or a handler that has a key's expression")
    void handlers() {
        assertThat(Refusals.ofServe(Booted.of(Booted.Open.class, Good.class, Handler.class))
                        .getDescription())
                .contains("'good'", "a handler");
        assertThat(Refusals.ofServe(Booted.of(Booted.Open.class, KeyedHandler.class))
                        .getDescription())
                .contains("KeyedHandler.add", "serves requests");
    }

    @Test
    @DisplayName(
            "R23: that two beans of a class have, or of two that inherit it: one would get the saved values of the other")
    void twoBeansOfAClass() {
        assertThat(Refusals.ofRun(Booted.of(Calls.class, Two.class)).getDescription())
                .contains("'one'", "'two'", "'good'", "Good.send");
        assertThat(Refusals.ofRun(Booted.of(Calls.class, Heirs.class)).getDescription())
                .contains("'one'", "'heir'", "'good'", "Good.send");
    }

    @Test
    @DisplayName("R23: unless the second has an operation of its own, or it is one bean behind a scoped proxy")
    void twoOperationsOfAClass() {
        try (Booted booted = Booted.of(Calls.class, Different.class).run()) {
            assertThat(booted.bean(BeanOperations.class).names()).containsExactly("better", "good");
        }
        try (Booted booted = Booted.of(Calls.class, Scoped.class).run()) {
            assertThat(booted.bean(BeanOperations.class).names()).containsExactly("good");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        Good one() {
            return new Good();
        }

        @Bean
        Good two() {
            return new Good();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Heirs {
        @Bean
        Good one() {
            return new Good();
        }

        @Bean
        Heir heir() {
            return new Heir();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Different {
        @Bean
        Good one() {
            return new Good();
        }

        @Bean
        Better better() {
            return new Better();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {
        @Bean
        @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Good one() {
            return new Good();
        }
    }

    /** As much of an application as it takes to be refused. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({SemelAutoConfiguration.class, BeansAutoConfiguration.class})
    static class Calls {
        @Bean
        Values values() {
            return new Values() {
                @Override
                public byte[] write(Object value, Type type) {
                    throw new IllegalStateException("nothing runs here");
                }

                @Override
                public byte[] canonical(Object value, Type type) {
                    return write(value, type);
                }

                @Override
                public Object read(byte[] json, Type type) {
                    throw new IllegalStateException("nothing runs here");
                }
            };
        }
    }

    static class Good {
        @Idempotent(operation = "good", key = "#order")
        public void send(String order) {}
    }

    static class Heir extends Good {}

    static class Better extends Good {
        @Override
        @Idempotent(operation = "better", key = "#order")
        public void send(String order) {}
    }

    static class NoKey {
        @Idempotent("no-key")
        public void send(String order) {}
    }

    static class NoName {
        @Idempotent(key = "#order")
        public void send(String order) {}
    }

    static class Closed {
        @Idempotent(operation = "closed", key = "#order")
        public final void send(String order) {}
    }

    static class Promised {
        @Idempotent(operation = "promised", key = "#order")
        public CompletableFuture<String> send(String order) {
            return new CompletableFuture<>();
        }
    }

    static class Later {
        @Async
        @Idempotent(operation = "later", key = "#order")
        public void send(String order) {}
    }

    @Async
    static class LaterHeir extends Good {}

    static class Anything {
        @Idempotent(operation = "anything", key = "#order")
        public <T> T send(T order) {
            return order;
        }
    }

    static class NoExpression {
        @Idempotent(operation = "no-expression", key = "#order.")
        public void send(String order) {}
    }

    static class NoParameter {
        @Idempotent(operation = "no-parameter", key = "#ordre")
        public void send(String order) {}
    }

    static class SameName {
        @Idempotent(operation = "same", key = "#order")
        public void one(String order) {}

        @Idempotent(operation = "same", key = "#order")
        public void two(String order) {}
    }

    static class Pointers {
        @Idempotent(operation = "pointers", key = "#order", pointers = "/amount")
        public void send(String order) {}
    }

    static class NoDuration {
        @Idempotent(operation = "no-duration", key = "#order", lease = "soon")
        public void send(String order) {}
    }

    @Idempotent
    static class WholeClass {
        public void send(String order) {}
    }

    static class KeyNotRequired {
        @Idempotent(operation = "key-not-required", key = "#order", required = false, transactional = true)
        public void send(String order) {}
    }

    static class InTransaction {
        @Idempotent(operation = "in-transaction", key = "#order", transactional = true)
        public void send(String order) {}
    }

    static class Lines {
        @Idempotent(operation = "lines", key = "#order")
        public Stream<String> send(String order) {
            return Stream.of(order);
        }
    }

    static class Numbers {
        @Idempotent(operation = "numbers", key = "#order")
        public IntStream send(String order) {
            return order.chars();
        }
    }

    static class Walked {
        @Idempotent(operation = "walked", key = "#order")
        public Iterator<String> send(String order) {
            return List.of(order).iterator();
        }
    }

    static class Bytes {
        @Idempotent(operation = "bytes", key = "#order")
        public InputStream send(String order) {
            return InputStream.nullInputStream();
        }
    }

    static class Characters {
        @Idempotent(operation = "characters", key = "#order")
        public Reader send(String order) {
            return Reader.nullReader();
        }
    }

    record Page(int number, Stream<String> lines) {}

    static class OfRecord {
        @Idempotent(operation = "of-record", key = "#order")
        public Page send(String order) {
            return new Page(1, Stream.of(order));
        }
    }

    static class OfList {
        @Idempotent(operation = "of-list", key = "#order")
        public Optional<List<Stream<String>>> send(String order) {
            return Optional.empty();
        }
    }

    static class OfArray {
        @Idempotent(operation = "of-array", key = "#order")
        public Iterator<?>[] send(String order) {
            return new Iterator<?>[0];
        }
    }

    static class Stage {
        @Idempotent(operation = "stage", key = "#order")
        public CompletionStage<String> send(String order) {
            return new CompletableFuture<>();
        }
    }

    static class Published {
        @Idempotent(operation = "published", key = "#order")
        public Flow.Publisher<String> send(String order) {
            return new SubmissionPublisher<>();
        }
    }

    static class Taker {
        @Idempotent(operation = "taker", key = "#order")
        public void send(String order, InputStream content) {}
    }

    static class PayloadTaker {
        @Idempotent(operation = "payload-taker", key = "#order", payload = "#order")
        public void send(String order, InputStream content) {}
    }

    @RestController
    static class Handler {
        @PostMapping("/good")
        @Idempotent("good")
        void add() {}
    }

    @RestController
    static class KeyedHandler {
        @PostMapping("/keyed")
        @Idempotent(operation = "keyed", key = "#p0")
        void add(String order) {}
    }
}
