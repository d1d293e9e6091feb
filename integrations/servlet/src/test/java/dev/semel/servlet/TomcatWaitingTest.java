// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The filter on Tomcat, with retries that wait,")
class TomcatWaitingTest extends WaitingRules {
    @Override
    Container.Start smallContainer() {
        return EmbeddedTomcat::small;
    }
}
