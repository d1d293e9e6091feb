// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.console.Role;
import dev.semel.http.RequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A request to the console, and what the application lets its user do. */
final class ConsoleHead implements RequestHead {

    private final HttpServletRequest request;

    ConsoleHead(HttpServletRequest request) {
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

    @Override
    public String query() {
        return Objects.requireNonNullElse(request.getQueryString(), "");
    }

    @Override
    public List<String> header(String name) {
        return Collections.list(request.getHeaders(name));
    }

    @Override
    public Optional<String> principal() {
        return Optional.ofNullable(request.getUserPrincipal()).map(Principal::getName);
    }

    /** By the servlet's own question, which every security framework answers. */
    Set<Role> roles(ConsoleProperties properties) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        if (request.isUserInRole(properties.viewRole())) {
            roles.add(Role.VIEW);
        }
        if (request.isUserInRole(properties.settleRole())) {
            roles.addAll(EnumSet.of(Role.VIEW, Role.SETTLE));
        }
        if (request.isUserInRole(properties.bodiesRole())) {
            roles.addAll(EnumSet.of(Role.VIEW, Role.SEE_BODIES));
        }
        return roles;
    }
}
