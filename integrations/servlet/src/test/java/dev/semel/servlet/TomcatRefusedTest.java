// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("What the filter on Tomcat refuses")
class TomcatRefusedTest extends RefusedRules {
    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }
}
