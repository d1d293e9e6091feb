// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Saves the values of calls with Jackson 2, where there is no Jackson 3. */
@AutoConfiguration(
        after = Jackson3AutoConfiguration.class,
        afterName = "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration")
@ConditionalOnClass(ObjectMapper.class)
@ConditionalOnMissingBean(Values.class)
class Jackson2AutoConfiguration {

    /**
     * Not before a method wants its values saved: a reader looks for all that it may need. The parameter's name counts: of several
     * mappers Spring injects the one of that name, into Boot's converters as well.
     */
    @Bean
    @Lazy
    Values semelValues(ObjectProvider<ObjectMapper> objectMapper) {
        return new Jackson2Values(OnlyOne.of(objectMapper, "beans of type ObjectMapper", Values.which("objectMapper"))
                .orElseGet(() -> JsonMapper.builder().findAndAddModules().build()));
    }
}
