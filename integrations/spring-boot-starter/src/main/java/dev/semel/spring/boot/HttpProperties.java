// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Settings of HTTP.
 *
 * @param enabled Whether requests are looked at.
 * @param tenants Who owns a key.
 * @param tenantHeader The header that names the tenant, where tenants is "header"; a trusted party must set it.
 * @param keyHeaders Which headers may carry the key; the first that is there counts.
 * @param dialect How problems and replays look.
 * @param documentation Page of your own that explains the codes of problems as anchors; for the dialect ietf.
 * @param bodyLimit How large the body of a protected request may be; beyond it requests get 413.
 * @param bodyInMemory How much of one body is kept in memory; a larger one goes to a temporary file.
 * @param memory How much memory all bodies together may take, and as much again all answers that are being saved or sent; an eighth of the heap by default, at most 256MB.
 * @param spillFolder Where larger bodies go; the platform's folder for temporary files by default.
 * @param filterOrder Where the filter stands among the others. By default behind Spring Security, so that the tenant is the principal.
 */
record HttpProperties(
        Boolean enabled,
        @Nullable TenantChoice tenants,
        String tenantHeader,
        List<String> keyHeaders,
        DialectChoice dialect,
        @Nullable URI documentation,
        DataSize bodyLimit,
        DataSize bodyInMemory,
        @Nullable DataSize memory,
        @Nullable Path spillFolder,
        Integer filterOrder) {

    /** What holds where nothing is set; made as the binder makes it. */
    @SuppressWarnings("NullAway")
    static final HttpProperties DEFAULTS =
            new HttpProperties(null, null, null, null, null, null, null, null, null, null, null);

    public HttpProperties {
        enabled = Objects.requireNonNullElse(enabled, true);
        tenantHeader = Objects.requireNonNullElse(tenantHeader, "X-Tenant");
        keyHeaders = Objects.requireNonNullElse(keyHeaders, List.of("Idempotency-Key"));
        dialect = Objects.requireNonNullElse(dialect, DialectChoice.IETF);
        bodyLimit = Objects.requireNonNullElse(bodyLimit, DataSize.ofMegabytes(64));
        bodyInMemory = Objects.requireNonNullElse(bodyInMemory, DataSize.ofKilobytes(256));
        filterOrder = Objects.requireNonNullElse(filterOrder, -50);
    }
}
