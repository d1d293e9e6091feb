// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * A record's identity (R23): tenant, operation and key, each compared exactly.
 *
 * @param tenant who owns the key
 * @param operation the operation's name: 1 to 200 printable ASCII characters
 * @param key the client's token
 */
public record RecordId(Tenant tenant, String operation, IdempotencyKey key) implements Comparable<RecordId> {

    private static final int LONGEST_NAME = 200;

    public RecordId {
        requireName(operation);
    }

    /** Refuses a name that some store could not keep or compare exactly. */
    public static void requireName(String operation) {
        if (operation.isEmpty()
                || operation.length() > LONGEST_NAME
                || operation.charAt(0) == ' '
                || operation.charAt(operation.length() - 1) == ' '
                || !isPrintable(operation)) {
            throw new InvalidValueException("an operation's name has 1 to " + LONGEST_NAME
                    + " printable ASCII characters and no blanks around it, for example \"charges.create\"");
        }
    }

    /**
     * Any order will do, as long as it tells all records apart: clients choose the keys, and can choose thousands with one
     * hash. A hash map keeps those in a tree if it can compare them, and walks through all of them if it cannot.
     */
    @Override
    public int compareTo(RecordId other) {
        int byKey = key.value().compareTo(other.key.value());
        if (byKey != 0) {
            return byKey;
        }
        int byTenant = tenant.id().compareTo(other.tenant.id());
        return byTenant != 0 ? byTenant : operation.compareTo(other.operation);
    }

    /** As the record's own would be; written out, since stores ask for it several times in each request. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof RecordId id
                        && key.value().equals(id.key.value())
                        && tenant.id().equals(id.tenant.id())
                        && operation.equals(id.operation));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * tenant.id().hashCode() + operation.hashCode())
                + key.value().hashCode();
    }

    private static boolean isPrintable(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < ' ' || name.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** Shows the operation only (R27). */
    @Override
    public String toString() {
        return operation + "[…]";
    }
}
