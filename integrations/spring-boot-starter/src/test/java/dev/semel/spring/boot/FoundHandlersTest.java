// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("The handler of a request")
class FoundHandlersTest {

    private static final AtomicInteger LOOKS = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();

    private Booted booted;
    private Client client;

    @RestController
    static class Orders {

        @PostMapping(path = "/orders/{number}", produces = "text/csv")
        @Idempotent("orders.pay")
        String pay(@PathVariable("number") String number) {
            RUNS.incrementAndGet();
            return "paid " + number;
        }

        @PostMapping("/forwards")
        void forward(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
            request.getRequestDispatcher("/orders/1").forward(request, response);
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

        /** No dispatcher, and has paths of its own that look like those of the dispatcher's handlers. */
        @Bean
        ServletRegistrationBean<HttpServlet> other() {
            HttpServlet servlet = new HttpServlet() {
                @Override
                protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
                    response.getWriter().print("other");
                }
            };
            return new ServletRegistrationBean<>(servlet, "/other/*");
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

        @PostMapping("/returns")
        @Idempotent("back.return")
        String takeBack() {
            return "taken back " + RUNS.incrementAndGet();
        }
    }

    /** No mapping knows it when the application starts. */
    static class Late {

        @Idempotent("late")
        @ResponseBody
        String add() {
            return "late " + RUNS.incrementAndGet();
        }
    }

    /** Boot steps back: no configurer of Spring MVC is asked. */
    @Configuration(proxyBeanMethods = false)
    static class OwnMvc extends WebMvcConfigurationSupport {}

    /** Boot 3.5 can be told so, Boot 4 cannot any more. */
    @Configuration(proxyBeanMethods = false)
    static class TrailingSlashes implements WebMvcConfigurer {

        @Override
        public void configurePathMatch(PathMatchConfigurer configurer) {
            Method setting = setting();
            if (setting != null) {
                ReflectionUtils.invokeMethod(setting, configurer, true);
            }
        }

        static Method setting() {
            return ReflectionUtils.findMethod(PathMatchConfigurer.class, "setUseTrailingSlashMatch", Boolean.class);
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

    @ParameterizedTest(name = "{0}")
    @CsvSource({"/other/orders/21, other", "/back/orders/21, cancelled 21"})
    @DisplayName("T18: says nothing about a request for another servlet, whose paths may look the same: ")
    void otherServlet(String path, String body) {
        HttpResponse<String> withoutKey =
                client.send(client.request("POST", path, "text/plain", "x").setHeader("Accept", "*/*"));

        assertThat(withoutKey.statusCode()).isEqualTo(200);
        assertThat(withoutKey.body()).isEqualTo(body);
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

    @Test
    @DisplayName("T18: does not run where another dispatcher serves it, whose handlers nobody knows")
    void annotatedOfOtherDispatcher() {
        assertDoesNotRun(client, "/back/returns");
    }

    @Test
    @DisplayName("T18: does not run where its mapping was registered after the start")
    void registeredLater() throws NoSuchMethodException {
        register("/late", new Late(), Late.class.getDeclaredMethod("add"));

        assertDoesNotRun(client, "/late");
    }

    @Test
    @DisplayName("T18: keeps its operation where another path to it was registered after the start")
    void pathRegisteredLater() throws NoSuchMethodException {
        register("/also/{number}", booted.bean(Orders.class), Orders.class.getDeclaredMethod("pay", String.class));

        assertRunsOnce(client, "/also/17");
    }

    private void register(String path, Object controller, Method method) {
        RequestMappingHandlerMapping mapping =
                booted.context().getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        mapping.registerMapping(
                RequestMappingInfo.paths(path)
                        .methods(RequestMethod.POST)
                        .options(mapping.getBuilderConfiguration())
                        .build(),
                controller,
                method);
    }

    @Test
    @DisplayName("T18: does not run past the filter where the application configures Spring MVC all by itself")
    void ownMvc() {
        try (Booted own = Booted.of(Booted.Open.class, Shop.class, OwnMvc.class)
                .with("semel.http.tenants", "sole")
                .serve()) {
            assertDoesNotRun(new Client(own.uri()), "/forwards");
        }
    }

    @Test
    @DisplayName("T18: keeps its operation with a slash at the path's end, where such a path leads to it")
    void trailingSlash() {
        try (Booted slashes = Booted.of(Booted.Open.class, Shop.class, TrailingSlashes.class)
                .with("semel.http.tenants", "sole")
                .with("spring.mvc.pathmatch.matching-strategy", "ant_path_matcher")
                .serve()) {
            Client other = new Client(slashes.uri());
            String key = Client.newKey();
            int before = RUNS.get();

            keyed(other, "/orders/17/", key);
            keyed(other, "/orders/17/", key);

            assertThat(RUNS.get() - before).isEqualTo(TrailingSlashes.setting() == null ? 0 : 1);
        }
    }

    private static void assertDoesNotRun(Client client, String path) {
        int before = RUNS.get();
        assertThat(keyed(client, path, Client.newKey()).statusCode()).isEqualTo(500);
        assertThat(RUNS).hasValue(before);
    }

    private static void assertRunsOnce(Client client, String path) {
        int before = RUNS.get();
        String key = Client.newKey();
        assertThat(keyed(client, path, key).statusCode()).isEqualTo(200);
        assertThat(Client.isReplay(keyed(client, path, key))).isTrue();
        assertThat(RUNS).hasValue(before + 1);
    }

    private static HttpResponse<String> keyed(Client client, String path, String key) {
        return client.send(client.request("POST", path, "text/plain", "x")
                .setHeader("Accept", "*/*")
                .header("Idempotency-Key", key));
    }
}
