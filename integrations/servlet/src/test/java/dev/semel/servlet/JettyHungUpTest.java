// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("A client that has gone, on Jetty")
class JettyHungUpTest extends HungUpRules {
    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
