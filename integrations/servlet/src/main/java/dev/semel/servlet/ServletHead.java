// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.RequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A servlet request as the neutral module sees it. */
final class ServletHead implements RequestHead {

    private final HttpServletRequest request;

    ServletHead(HttpServletRequest request) {
        this.request = request;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return request.getRequestURI();
    }

    /** As the container decoded it, since that is what it finds servlets by. */
    @Override
    public String route() {
        String info = request.getPathInfo();
        return request.getContextPath() + request.getServletPath() + (info == null ? "" : info);
    }

    @Override
    public String query() {
        String query = request.getQueryString();
        return query == null ? "" : query;
    }

    @Override
    public List<String> header(String name) {
        @Nullable Enumeration<String> values = request.getHeaders(name);
        if (values == null || !values.hasMoreElements()) {
            return List.of();
        }
        String first = values.nextElement();
        if (!values.hasMoreElements()) {
            return List.of(first);
        }
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(Collections.list(values));
        return all;
    }

    @Override
    public Optional<String> principal() {
        return Optional.ofNullable(request.getRemoteUser());
    }

    @Override
    public Optional<Object> attribute(String name) {
        return Optional.ofNullable(request.getAttribute(name));
    }
}
