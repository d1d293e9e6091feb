// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.testkit.ManualTime;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

@Tag("http")
@SpringBootTest(
        properties = {
            "logging.level.root=off",
            "spring.autoconfigure.exclude="
                    + "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration,"
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@SemelTest
@DisplayName("R40: a user's test with @SemelTest")
class SemelTestTest {

    @Autowired
    private WebApplicationContext context;

    @Autowired
    private Shop shop;

    @Autowired
    private ManualTime time;

    private MockMvc mvc;

    @BeforeEach
    void open() {
        Filter filter =
                context.getBean("semelFilter", FilterRegistrationBean.class).getFilter();
        mvc = MockMvcBuilders.webAppContextSetup(context)
                .addFilter(filter, "/*")
                .build();
    }

    @Test
    @DisplayName(
            "asserts in one line that a request runs once, also at once, by the answers or by what it counts itself")
    void runsOnce() throws Exception {
        MvcRunsOnce.assertRunsOnce(mvc, charge());
        MvcRunsOnce.assertRunsOnce(mvc, charge(), shop.charges::get);
        MvcRunsOnce.assertRunsOnceAtOnce(mvc, charge(), 8);
        MvcRunsOnce.assertRunsOnceAtOnce(mvc, charge(), 8, shop.charges::get);
        whileTimePasses(
                () -> MvcRunsOnce.assertRunsOnceAtOnce(mvc, post("/patient").content("{}"), 8, shop.charges::get));
    }

    /** A retry that begins to wait at the very moment at which the first request ends looks again after a pause. */
    private void whileTimePasses(Runnable assertion) throws Exception {
        FutureTask<Void> asserted = new FutureTask<>(assertion, null);
        new Thread(asserted).start();
        while (true) {
            try {
                asserted.get(50, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException stillWaiting) {
                time.advance(Duration.ofMillis(50));
            }
        }
    }

    @Test
    @DisplayName("asserts it of a handler that goes asynchronous, too")
    void asynchronous() {
        MvcRunsOnce.assertRunsOnce(mvc, post("/later").content("{}"), shop.charges::get);
    }

    @Test
    @DisplayName("sends forms: a field has one value, as it has in a container")
    void forms() throws Exception {
        MockHttpServletRequestBuilder form = post("/form?where=query")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .content("amount=100&note=a&note=b");

        assertThat(answer(form).getContentAsString()).isEqualTo("query [100] [a, b]");
    }

    @Test
    @DisplayName("asserts the same with a MockMvcTester")
    void tester() throws Exception {
        MockMvcTester tester = MockMvcTester.create(mvc);
        MvcTesterRunsOnce.assertRunsOnce(tester, tester.post().uri("/charges").content("{}"));
        MvcTesterRunsOnce.assertRunsOnce(tester, charge(), shop.charges::get);
        MvcTesterRunsOnce.assertRunsOnceAtOnce(tester, charge(), 8);
        whileTimePasses(() -> MvcTesterRunsOnce.assertRunsOnceAtOnce(
                tester, tester.post().uri("/patient").content("{}"), 8, shop.charges::get));
        assertThatThrownBy(() -> MvcTesterRunsOnce.assertRunsOnce(
                        tester, post("/unprotected").content("{}")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 times");
    }

    @Test
    @DisplayName("says what differed where a retry gets another answer")
    void differences() {
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> MvcRunsOnce.assertRunsOnce(
                        mvc, post("/unprotected").content("{}"), () -> asked.getAndIncrement() == 0 ? 0 : 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("and the body differed");
    }

    @Test
    @DisplayName("is told when a request runs twice")
    void runsTwice() {
        assertThatThrownBy(() ->
                        MvcRunsOnce.assertRunsOnce(mvc, post("/unprotected").content("{}")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 times");
        assertThatThrownBy(() -> MvcRunsOnce.assertRunsOnceAtOnce(
                        mvc, post("/unprotected").content("{}"), 3))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("4 times");
    }

    @Test
    @DisplayName("has its records in memory, whatever the application has")
    void memory() {
        assertThat(context.getBean(IdempotencyStore.class)).isInstanceOf(MemoryStore.class);
    }

    @Test
    @DisplayName("moves the time: a record expires without waiting")
    void movesTheTime() throws Exception {
        MockHttpServletRequestBuilder request =
                charge().header("Idempotency-Key", UUID.randomUUID().toString());
        String first = answer(request).getContentAsString();

        time.advance(Duration.ofHours(23));
        assertThat(answer(request).getContentAsString()).isEqualTo(first);
        time.advance(Duration.ofHours(2));

        assertThat(answer(request).getContentAsString()).isNotEqualTo(first);
    }

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request).andReturn().getResponse();
    }

    private static MockHttpServletRequestBuilder charge() {
        return post("/charges").content("{}");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Shop.class)
    static class Application {}

    @RestController
    static class Shop {

        final AtomicInteger charges = new AtomicInteger();

        @PostMapping("/charges")
        @Idempotent("charges.create")
        String charge(@RequestBody String order) {
            return "charge " + charges.incrementAndGet();
        }

        @PostMapping("/patient")
        @Idempotent(operation = "charges.patient", waitUpTo = "20s")
        String patient(@RequestBody String order) {
            return "charge " + charges.incrementAndGet();
        }

        @PostMapping("/later")
        @Idempotent("charges.later")
        CompletableFuture<String> later(@RequestBody String order) {
            return CompletableFuture.supplyAsync(() -> charge(order));
        }

        @PostMapping("/form")
        @Idempotent("charges.form")
        String form(HttpServletRequest request) {
            return request.getParameter("where") + " " + List.of(request.getParameterValues("amount")) + " "
                    + List.of(request.getParameterValues("note"));
        }

        @PostMapping("/unprotected")
        String unprotected(@RequestBody String order) {
            return "charge " + charges.incrementAndGet();
        }
    }
}
