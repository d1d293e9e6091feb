// SPDX-License-Identifier: Apache-2.0
package dev.semel;

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
        if (!isWellFormed(id)) {
            throw new InvalidValueException("a tenant's id must be well-formed text without control characters:"
                    + " encode binary ids, for example as hexadecimal");
        }
    }

    /** A lone surrogate becomes '?' in UTF-8, and then two tenants would share their records. */
    private static boolean isWellFormed(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean pair = i + 1 < id.length() && Character.isSurrogatePair(c, id.charAt(i + 1));
            if (Character.isISOControl(c) || (Character.isSurrogate(c) && !pair)) {
                return false;
            }
            i += pair ? 1 : 0;
        }
        return true;
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
