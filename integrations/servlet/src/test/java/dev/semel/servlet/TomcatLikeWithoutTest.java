// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Like without the filter on Tomcat")
class TomcatLikeWithoutTest extends LikeWithoutRules {
    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }
}
