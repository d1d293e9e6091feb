// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The filter on Tomcat")
class TomcatFilterTest extends FilterRules {
    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }
}
