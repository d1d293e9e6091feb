// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.nio.charset.StandardCharsets;

/**
 * Who owns a key: an account, a user, a merchant. Two tenants never see each other's records.
 *
 * <p>Immutable and safe for use by several threads. Tenants are compared exactly, character by character.
 *
 * @param id 1 to 255 characters of well-formed text without control characters
 */
public record Tenant(String id) {

    private static final Tenant SOLE = new Tenant("sole");
    private static final int LONGEST = 255;

    public Tenant {
        if (id.isBlank() || id.length() > LONGEST) {
            throw new InvalidValueException("a tenant's id needs 1 to 255 characters, not all blank; this one has "
                    + id.length() + ": use the account, user or merchant id that owns the keys");
        }
        // A lone surrogate becomes '?' in UTF-8, and then two tenants would share their records.
        if (id.chars().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
            throw new InvalidValueException("a tenant's id must be well-formed text without control characters:"
                    + " encode binary ids, for example as hexadecimal");
        }
    }

    /** The one tenant of a service whose keys all have the same owner; do not mix it with tenants of other names. */
    public static Tenant sole() {
        return SOLE;
    }

    /** Names no tenant: ids do not belong in logs (R27). */
    @Override
    public String toString() {
        return "Tenant[…]";
    }
}
