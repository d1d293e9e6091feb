// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import dev.semel.memory.MemoryStore;
import dev.semel.spring.EngineCustomizer;
import dev.semel.testkit.ManualTime;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What {@link SemelTest} adds to an application. */
@Configuration(proxyBeanMethods = false)
class SemelTestConfiguration {

    @Bean
    ManualTime semelTestTime() {
        return ManualTime.together();
    }

    @Bean
    MemoryStore semelTestStore(ManualTime time) {
        return MemoryStore.on(time.clock());
    }

    @Bean
    EngineCustomizer semelTestTimers(ManualTime time) {
        return engine -> engine.timers(time.timers());
    }
}
