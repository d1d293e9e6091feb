// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The filter on Jetty, with retries that wait,")
class JettyWaitingTest extends WaitingRules {
    @Override
    Container.Start smallContainer() {
        return Jetty::small;
    }
}
