// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.SettingException;
import dev.semel.http.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a body makes two requests the same (R26). Method, path, query and media type count with each of them, and no
 * other header does. Immutable.
 */
public sealed interface BodyFingerprint {

    /** Every byte: the default. The parts of a multipart body count, and its boundary does not. */
    static BodyFingerprint raw() {
        return new Raw();
    }

    /**
     * The canonical form of a JSON body: the order of members and white space do not matter; numbers count as they are
     * written. What is no JSON, has a member twice, is nested too deeply or does not fit into memory counts with every byte.
     */
    static BodyFingerprint canonicalJson() {
        return new Canonical();
    }

    /**
     * A business signature: the values that these JSON pointers (RFC 6901) point to, and nothing else of the body. A body
     * that has none of them, or no canonical form, counts with every byte.
     */
    static BodyFingerprint pointers(String... pointers) {
        return new Pointers(List.of(pointers));
    }

    /** See {@link #raw}. */
    record Raw() implements BodyFingerprint {}

    /** See {@link #canonicalJson}. */
    record Canonical() implements BodyFingerprint {}

    /**
     * See {@link #pointers}.
     *
     * @param pointers at least one
     */
    record Pointers(List<String> pointers) implements BodyFingerprint {

        public Pointers {
            pointers = List.copyOf(pointers);
            if (pointers.isEmpty()) {
                throw new SettingException("fingerprint.pointers", "needs at least one pointer");
            }
            pointers.forEach(JsonPointer::of);
        }

        List<JsonPointer> parsed() {
            List<JsonPointer> parsed = new ArrayList<>(pointers.size());
            pointers.forEach(pointer -> parsed.add(JsonPointer.of(pointer)));
            return parsed;
        }
    }
}
