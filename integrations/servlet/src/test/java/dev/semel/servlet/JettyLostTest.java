// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("What is lost on Jetty")
class JettyLostTest extends LostRules {
    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
