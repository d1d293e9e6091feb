// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("The handler of a request")
class FoundHandlersTest {

    private static final AtomicInteger LOOKS = new AtomicInteger();

    private Booted booted;
    private Client client;

    @RestController
    static class Orders {

        @PostMapping(path = "/orders/{number}", produces = "text/csv")
        @Idempotent("orders.pay")
        String pay(@PathVariable("number") String number) {
            return "paid " + number;
        }

        @PostMapping("/plain/{number}")
        String plain(@PathVariable("number") String number) {
            return "plain " + number;
        }
    }

    /** What both kinds of refunds have inherited. */
    abstract static class Refunds {

        @PostMapping("/refunds")
        String refund() {
            return getClass().getSimpleName();
        }
    }

    @RestController
    @RequestMapping(headers = "X-Kind=card")
    @Idempotent("refunds.card")
    static class CardRefunds extends Refunds {}

    @RestController
    @RequestMapping(headers = "X-Kind=bank")
    @Idempotent("refunds.bank")
    static class BankRefunds extends Refunds {}

    /** Is asked whenever somebody looks for a handler, and never has one. */
    static final class Counting implements HandlerMapping, Ordered {

        @Override
        public HandlerExecutionChain getHandler(HttpServletRequest request) {
            LOOKS.incrementAndGet();
            return null;
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE + 1;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Orders.class, CardRefunds.class, BankRefunds.class, Counting.class})
    static class Shop {

        @Bean
        ServletRegistrationBean<DispatcherServlet> backOffice(ApplicationContext parent) {
            AnnotationConfigWebApplicationContext own = new AnnotationConfigWebApplicationContext();
            own.setParent(parent);
            own.register(BackOffice.class);
            ServletRegistrationBean<DispatcherServlet> servlet =
                    new ServletRegistrationBean<>(new DispatcherServlet(own), "/back/*");
            servlet.setName("back");
            return servlet;
        }

        /** Behind ours, and gives the dispatcher another request than the one that was looked at. */
        @Bean
        FilterRegistrationBean<Filter> wrapping() {
            return new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletRequest http = (HttpServletRequest) request;
                chain.doFilter(
                        http.getHeader("X-Wrap") == null ? request : new HttpServletRequestWrapper(http), response);
            });
        }
    }

    /** Another dispatcher, with handlers of its own, some of which have the same names. */
    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    @Import(Back.class)
    static class BackOffice {}

    @RestController
    static class Back {

        @PostMapping("/orders/{number}")
        String cancel(@PathVariable("number") String number) {
            return "cancelled " + number;
        }
    }

    @BeforeAll
    void boot() {
        booted = Booted.of(Booted.Open.class, Shop.class)
                .with("semel.http.tenants", "sole")
                .serve();
        client = new Client(booted.uri());
    }

    @AfterAll
    void end() {
        booted.close();
    }

    private HttpResponse<String> post(String path, String... headers) {
        var request = client.request("POST", path, "text/plain", "x").setHeader("Accept", "*/*");
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).header("Idempotency-Key", Client.newKey()));
    }

    /** How often a handler is looked for: by ours and by the dispatcher, and by Spring Security where it does. */
    private int looksFor(String path, String body, String... headers) {
        int before = LOOKS.get();
        assertThat(post(path, headers).body()).isEqualTo(body);
        return LOOKS.get() - before;
    }

    @Test
    @DisplayName(
            "T18: that is protected is looked for once less, since the dispatcher is handed what our look has found")
    void once() {
        assertThat(looksFor("/orders/17", "paid 17")).isEqualTo(looksFor("/plain/17", "plain 17") - 1);
    }

    @Test
    @DisplayName("T18: is looked for by the dispatcher, too, where another filter gave it another request")
    void wrapped() {
        assertThat(looksFor("/orders/18", "paid 18", "X-Wrap", "yes")).isEqualTo(looksFor("/plain/18", "plain 18"));
    }

    @Test
    @DisplayName("T18: of another dispatcher is that dispatcher's own")
    void otherDispatcher() {
        assertThat(post("/back/orders/20").body()).isEqualTo("cancelled 20");
    }

    @Test
    @DisplayName("R33: has what the look found for it: the pattern's variables, and the media type that it produces")
    void attributes() {
        HttpResponse<String> answer = post("/orders/19");

        assertThat(answer.body()).isEqualTo("paid 19");
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/csv"));
    }

    @Test
    @DisplayName(
            "T13: two controllers with one inherited method at one path, told apart by headers, share no operation")
    void inherited() {
        String key = Client.newKey();
        assertThat(refund("card", key).body()).isEqualTo("CardRefunds");
        assertThat(refund("bank", key).body()).isEqualTo("BankRefunds");
        HttpResponse<String> again = refund("bank", key);
        assertThat(again.body()).isEqualTo("BankRefunds");
        assertThat(Client.isReplay(again)).isTrue();
    }

    private HttpResponse<String> refund(String kind, String key) {
        return client.send(client.request("POST", "/refunds", "text/plain", "x")
                .setHeader("Accept", "*/*")
                .header("X-Kind", kind)
                .header("Idempotency-Key", key));
    }
}
