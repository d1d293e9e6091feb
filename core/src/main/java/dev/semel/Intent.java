// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.key.InvalidKeyException;
import dev.semel.key.KeyProblem;
import dev.semel.state.RecordId;
import java.util.Objects;
import java.util.Optional;

/**
 * One thing that a caller wants done once: whose, what, under which key, and for which payload. Immutable.
 *
 * @param operation what is to be done
 * @param tenant who owns the key
 * @param key the caller's token, good by the operation's key rules, and issued to the tenant where the operation wants that
 * @param fingerprint what the key is used for
 */
public record Intent(Operation operation, Tenant tenant, IdempotencyKey key, Fingerprint fingerprint) {

    /** Refuses a key that the operation's rules refuse, with {@link InvalidKeyException}. */
    public Intent {
        // Not every caller is checked for nulls, and without a tenant or a fingerprint a record could not be compared.
        Objects.requireNonNull(tenant, "an intent needs a tenant; Tenant.sole() where all keys have one owner");
        Objects.requireNonNull(fingerprint, "an intent needs a fingerprint of what the key is used for");
        Optional<KeyProblem> problem = operation
                .keyRules()
                .check(key.value())
                .or(() -> operation.issuedKeys().flatMap(issued -> issued.check(tenant, key.value())));
        if (problem.isPresent()) {
            throw new InvalidKeyException(problem.get());
        }
    }

    /** The identity of this intent's record (R23). */
    public RecordId recordId() {
        return new RecordId(tenant, operation.name(), key);
    }

    /** Shows the operation only (R27). */
    @Override
    public String toString() {
        return "Intent[" + operation.name() + "]";
    }
}
