// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The filter on Jetty")
class JettyFilterTest extends FilterRules {
    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
