// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("An attempt that was taken over, on Jetty")
class JettyTakenOverTest extends TakenOverRules {

    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
