// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Odd handlers on Tomcat")
class TomcatOddHandlerTest extends OddHandlerRules {
    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }
}
