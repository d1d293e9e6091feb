// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import dev.semel.testkit.HttpReading;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.mock.web.MockHttpServletResponse;

/** Reads what MockMvc answers. */
enum MvcReading implements HttpReading<MockHttpServletResponse> {
    OF_MOCKS;

    @Override
    public int status(MockHttpServletResponse response) {
        return response.getStatus();
    }

    @Override
    public Optional<String> header(MockHttpServletResponse response, String name) {
        return Optional.ofNullable(response.getHeader(name));
    }

    /** Each byte as one character. */
    @Override
    public String body(MockHttpServletResponse response) {
        return new String(response.getContentAsByteArray(), StandardCharsets.ISO_8859_1);
    }
}
