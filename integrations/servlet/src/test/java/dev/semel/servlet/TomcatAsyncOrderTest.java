// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Asynchronous handlers in an odd order, on Tomcat")
class TomcatAsyncOrderTest extends AsyncOrderRules {
    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }
}
