// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.clinic.Reminders;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.samples.semel.SampleMail;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.service.annotation.PostExchange;

@Tag("http")
@DisplayName("An interface's annotated method, for which others make the code,")
class GeneratedBeansTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    static Stream<Class<?>> keyed() {
        return Stream.of(ByJava.class, BySpring.class, ByLambda.class, Exchanged.class, Mapped.class, ByFactory.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keyed")
    @DisplayName("runs once for a key: ")
    void runsOnce(Class<?> configuration) {
        try (Booted booted = Booted.of(Booted.Plain.class, configuration).run()) {
            Orders orders = booted.bean(Orders.class);
            int before = RUNS.get();

            String first = orders.place("1");

            assertThat(orders.place("1")).isEqualTo(first).isEqualTo("run " + (before + 1));
            assertThat(orders.place("2")).isEqualTo("run " + (before + 2));
            assertThat(booted.bean(BeanOperations.class).names()).hasSize(1);
        }
    }

    static Stream<Arguments> unprotected() {
        return Stream.of(
                Arguments.of(ExchangedWithoutKey.class, "WithoutKey.place"),
                Arguments.of(MappedWithoutKey.class, "MappedKeyless.place"),
                Arguments.of(Hidden.class, "WithoutKey.place"),
                Arguments.of(HiddenByFactory.class, "WithoutKey.place"),
                Arguments.of(WholeType.class, "WholeClient"),
                Arguments.of(NoController.class, "MappedComponent.place"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unprotected")
    @DisplayName("is refused at the start where it has no key: a client's mapping serves no requests: ")
    void refused(Class<?> configuration, String place) {
        FailureAnalysis why = Refusals.ofRun(Booted.of(Booted.Plain.class, configuration));

        assertThat(why.getDescription()).contains(place);
        assertThat(why.getAction()).isNotBlank();
    }

    @Test
    @DisplayName("is refused in a bean that Spring has not made, since nothing can stand in front of it")
    void notMadeBySpring() {
        FailureAnalysis why = Refusals.ofRun(Booted.of(Booted.Plain.class).bean("finished", new Written()));

        assertThat(why.getDescription()).contains("'finished'", "nothing stands in front of it");
    }

    @Test
    @DisplayName("and that of an application in the packages of Spring's samples, run once for a key")
    void samples() {
        try (Booted booted = Booted.of(Booted.Plain.class, SampleMail.class).run()) {
            SampleMail mail = booted.bean(SampleMail.class);

            assertThat(mail.send("1")).isEqualTo(mail.send("1"));
        }
    }

    @Test
    @DisplayName("and that of one in a package below Spring's that none of its libraries has")
    void belowSpring() {
        try (Booted booted = Booted.of(Booted.Plain.class, Reminders.class).run()) {
            Reminders reminders = booted.bean(Reminders.class);

            assertThat(reminders.remind("1")).isEqualTo(reminders.remind("1"));
        }
    }

    interface Orders {
        String place(String order);
    }

    interface Keyed extends Orders {
        @Override
        @Idempotent(operation = "generated.place", key = "#p0")
        String place(String order);
    }

    interface Client extends Orders {
        @Override
        @PostExchange("/orders")
        @Idempotent(operation = "generated.place", key = "#p0")
        String place(String order);
    }

    interface MappedClient extends Orders {
        @Override
        @PostMapping("/orders")
        @Idempotent(operation = "generated.place", key = "#p0")
        String place(String order);
    }

    interface WithoutKey extends Orders {
        @Override
        @PostExchange("/orders")
        @Idempotent("generated.place")
        String place(String order);
    }

    interface MappedKeyless extends Orders {
        @Override
        @PostMapping("/orders")
        @Idempotent("generated.place")
        String place(String order);
    }

    @Idempotent
    interface WholeClient extends Orders {
        @Override
        @PostExchange("/orders")
        String place(String order);
    }

    static class Written implements Keyed {
        @Override
        public String place(String order) {
            return run();
        }
    }

    static class MappedComponent implements Orders {
        @Override
        @PostMapping("/orders")
        @Idempotent("generated.place")
        public String place(String order) {
            return run();
        }
    }

    private static String run() {
        return "run " + RUNS.incrementAndGet();
    }

    private static <T> T byJava(Class<T> type) {
        InvocationHandler code = (self, method, arguments) -> switch (method.getName()) {
            case "place" -> run();
            case "hashCode" -> 1;
            case "equals" -> self == arguments[0];
            default -> type.getSimpleName();
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, code));
    }

    /** As those of HTTP interfaces are: there is nothing behind it. */
    private static <T> T bySpring(Class<T> type) {
        MethodInterceptor code = call -> call.getMethod().getName().equals("place") ? run() : type.getSimpleName();
        return type.cast(new ProxyFactory(type, code).getProxy());
    }

    @Configuration(proxyBeanMethods = false)
    static class ByJava {
        @Bean
        Keyed orders() {
            return byJava(Keyed.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BySpring {
        @Bean
        Keyed orders() {
            return bySpring(Keyed.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByLambda {
        @Bean
        Keyed orders() {
            return order -> run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Exchanged {
        @Bean
        Client orders() {
            return bySpring(Client.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Mapped {
        @Bean
        MappedClient orders() {
            return byJava(MappedClient.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByFactory {
        @Bean
        FactoryBean<Keyed> orders() {
            return new Made<>(Keyed.class, byJava(Keyed.class));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ExchangedWithoutKey {
        @Bean
        WithoutKey orders() {
            return bySpring(WithoutKey.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MappedWithoutKey {
        @Bean
        MappedKeyless orders() {
            return byJava(MappedKeyless.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Hidden {
        @Bean
        Orders orders() {
            return byJava(WithoutKey.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(NeedsOrders.class)
    static class HiddenByFactory {
        @Bean
        FactoryBean<Orders> orders() {
            return new Made<>(Orders.class, bySpring(WithoutKey.class));
        }
    }

    static class NeedsOrders {
        NeedsOrders(Orders orders) {
            assertThat(orders).isNotNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WholeType {
        @Bean
        WholeClient orders() {
            return bySpring(WholeClient.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(MappedComponent.class)
    static class NoController {}

    private record Made<T>(Class<? super T> type, T product) implements FactoryBean<T> {

        @Override
        public T getObject() {
            return product;
        }

        @Override
        public Class<?> getObjectType() {
            return type;
        }
    }
}
