// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.state.RecordId;

/** An id as a word, for the places between two pages. */
final class Places {

    /** No part of an id contains it. */
    static final String SEPARATOR = "\n";

    private static final int PARTS = 3;

    private Places() {}

    static String of(RecordId id) {
        return String.join(SEPARATOR, id.tenant().id(), id.operation(), id.key().value());
    }

    static RecordId idOf(String word) {
        String[] parts = word.split(SEPARATOR, -1);
        if (parts.length != PARTS) {
            throw unknown();
        }
        return new RecordId(new Tenant(parts[0]), parts[1], new IdempotencyKey(parts[2]));
    }

    static InvalidValueException unknown() {
        return new InvalidValueException("this is no place where a page of this store ended");
    }
}
