// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The ready-made tenant resolvers. */
final class Tenants {

    static final TenantResolver PRINCIPAL = head -> head.principal().flatMap(Tenants::named);

    private static final String NOBODY = "-";
    private static final String HASHED = "sha256:";
    private static final Optional<Tenant> SHARED = Optional.of(new Tenant(NOBODY));

    static final TenantResolver PRINCIPAL_OR_SHARED =
            head -> head.principal().isPresent() ? PRINCIPAL.resolve(head) : SHARED;

    private static final Optional<Tenant> ONE = Optional.of(Tenant.sole());

    static final TenantResolver SOLE = head -> ONE;

    private Tenants() {}

    static TenantResolver header(String name) {
        return head -> {
            List<String> values = head.header(name);
            return values.size() == 1 ? named(values.get(0)) : Optional.empty();
        };
    }

    /** The tenant of a name; one that cannot be a tenant's id as it is, or would pass for another, is hashed. */
    private static Optional<Tenant> named(String name) {
        if (name.isBlank()) {
            return Optional.empty();
        }
        if (name.equals(NOBODY) || name.startsWith(HASHED)) {
            return Optional.of(hashed(name));
        }
        try {
            return Optional.of(new Tenant(name));
        } catch (InvalidValueException e) {
            return Optional.of(hashed(name));
        }
    }

    /** Over its characters as they are: a lone surrogate has no UTF-8, and two names must not become one tenant. */
    private static Tenant hashed(String name) {
        ByteBuffer characters = ByteBuffer.allocate(name.length() * Character.BYTES);
        characters.asCharBuffer().put(name);
        return new Tenant(HASHED + HexFormat.of().formatHex(Digests.sha256().digest(characters.array())));
    }
}
