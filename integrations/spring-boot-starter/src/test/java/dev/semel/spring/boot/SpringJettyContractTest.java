// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("reduced")
@DisplayName("R33: the starter with Spring MVC on Jetty keeps the HTTP contract")
class SpringJettyContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) throws Exception {
        return new SpringHarness(
                stage, Booted.of(Booted.Open.class, KitController.class).onJetty());
    }
}
