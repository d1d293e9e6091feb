// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("What the filter on Jetty refuses")
class JettyRefusedTest extends RefusedRules {
    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
