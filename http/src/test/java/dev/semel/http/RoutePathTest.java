// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The path that a policy is found by")
class RoutePathTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/v1/charges, /v1/charges",
        "/v1/ch%61rges, /v1/charges",
        "/v1/ch%61rge%73, /v1/charges",
        "/v1/caf%C3%A9, /v1/café",
        "/v1/charges;jsessionid=1, /v1/charges",
        "/v1;a=b/charges, /v1/charges",
        "//v1//charges, /v1/charges",
        "/v1/./charges, /v1/charges",
        "/v1/x/../charges, /v1/charges",
        "/v1/%2e%2e/v1/charges, /v1/charges",
        "/../v1/charges, /v1/charges",
        "/v1/charges/, /v1/charges/",
        "/v1/charges//, /v1/charges/",
        "/v1/a+b%20c, /v1/a+b c",
        "/v1/a%2Fb, /v1/a%2Fb",
        "/v1/100%, /v1/100%",
        "/, /",
        "/%2e, /",
    })
    @DisplayName("T13, T18: is the same for every way of writing it")
    void sameForEveryWriting(String written, String found) {
        assertThat(RoutePath.of(written)).isEqualTo(found);
    }
}
