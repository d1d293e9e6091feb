// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import tools.jackson.databind.json.JsonMapper;

/** Saves the values of calls with Jackson 3, which Boot 4 has. A mapper must be there: a library that brings its own Jackson 3 along is no reason. */
@AutoConfiguration(afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass(JsonMapper.class)
@ConditionalOnBean(JsonMapper.class)
class Jackson3AutoConfiguration {

    /**
     * Not before a method wants its values saved: a reader looks for all that it may need. The parameter's name counts: of several
     * mappers Spring injects the one of that name, into Boot's converters as well.
     */
    @Bean
    @Lazy
    Values semelValues(ObjectProvider<JsonMapper> jsonMapper) {
        return new Jackson3Values(OnlyOne.of(jsonMapper, "beans of type JsonMapper", Values.which("jsonMapper"))
                .orElseGet(() -> JsonMapper.builder().build()));
    }
}
