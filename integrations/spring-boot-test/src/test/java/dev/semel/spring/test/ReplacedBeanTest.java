// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.convention.TestBean;

@Tag("http")
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
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
@DisplayName("R40: a user's test that puts another in the place of a protected bean")
class ReplacedBeanTest {

    @TestBean
    private Mail mail;

    @Autowired
    private Desk desk;

    static Mail mail() {
        return new Mail() {
            @Override
            public String send(String letter) {
                return "nothing was sent";
            }
        };
    }

    @Test
    @DisplayName("starts, and has what it put there")
    void replaced() {
        assertThat(desk.mail.send("1")).isEqualTo("nothing was sent");
        assertThat(desk.mail).isSameAs(mail);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Mail.class, Desk.class})
    static class Application {}

    static class Mail {
        @Idempotent(operation = "mail.send", key = "#p0")
        public String send(String letter) {
            return "sent " + letter;
        }
    }

    record Desk(Mail mail) {}
}
