// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Odd handlers on Jetty")
class JettyOddHandlerTest extends OddHandlerRules {
    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
