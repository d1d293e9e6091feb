// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** RFC 9457 problem details, with a link to the documentation as the IETF draft asks for. */
final class IetfDialect implements Dialect {

    static final URI ERRORS_PAGE = URI.create("https://semel.dev/errors");

    private final String page;

    IetfDialect(URI documentation) {
        this.page = documentation.toASCIIString();
    }

    @Override
    public HttpAnswer answer(Problem problem) {
        List<Header> headers = new ArrayList<>(4);
        headers.add(new Header("Content-Type", "application/problem+json"));
        headers.add(new Header("Cache-Control", "no-store"));
        headers.add(new Header("Link", "<" + page + ">; rel=\"describedby\""));
        problem.retryAfter().ifPresent(wait -> headers.add(new Header("Retry-After", RetryAfter.seconds(wait))));
        return HttpAnswer.owning(
                problem.status(), Headers.of(headers), body(problem).getBytes(StandardCharsets.UTF_8));
    }

    private String body(Problem problem) {
        return "{\"type\":" + JsonText.quoted(page + "#" + problem.code())
                + ",\"title\":" + JsonText.quoted(problem.title())
                + ",\"status\":" + problem.status()
                + ",\"detail\":" + JsonText.quoted(problem.detail())
                + ",\"code\":" + JsonText.quoted(problem.code()) + "}";
    }
}
