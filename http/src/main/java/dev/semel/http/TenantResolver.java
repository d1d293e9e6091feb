// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Tenant;
import java.util.Optional;

/**
 * Finds out who owns a request's key (R23). Must be safe for use by several threads, and not block. What a client can
 * choose freely is no tenant: take what authentication has proved, or what a trusted proxy in front has set.
 */
@FunctionalInterface
public interface TenantResolver {

    /** The tenant; empty where there is none, and then the request is refused. */
    Optional<Tenant> resolve(RequestHead head);

    /** What a request gets that has no tenant, right after that was found: {@code tenant-missing} by default. */
    default Problem refusal(RequestHead head) {
        return Problems.TENANT_MISSING;
    }

    /**
     * The authenticated principal, and one tenant for all who have none: the default, with a warning at start-up, since
     * without authentication in front all clients share their keys.
     */
    static TenantResolver principalOrShared() {
        return Tenants.PRINCIPAL_OR_SHARED;
    }

    /** The authenticated principal; a request without one is refused. */
    static TenantResolver principal() {
        return Tenants.PRINCIPAL;
    }

    /** The value of a header that a trusted party sets; a request without it is refused. */
    static TenantResolver header(String name) {
        return Tenants.header(name);
    }

    /** One tenant for all: the keys of all clients live together, and that is meant. */
    static TenantResolver sole() {
        return Tenants.SOLE;
    }
}
