// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Uploads on Jetty")
class JettyUploadTest extends UploadRules {
    @Override
    Container.Start container() {
        return Jetty::new;
    }
}
