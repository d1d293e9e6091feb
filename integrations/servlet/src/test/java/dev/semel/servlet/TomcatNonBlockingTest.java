// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Non-blocking handlers on Tomcat")
class TomcatNonBlockingTest extends NonBlockingRules {
    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }
}
