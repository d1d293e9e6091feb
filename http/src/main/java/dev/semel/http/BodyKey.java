// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.http.json.CanonicalJson;
import dev.semel.http.json.JsonBytes;
import dev.semel.http.json.JsonPointer;

/** Finds the key in a JSON body, for APIs that carry it there. */
final class BodyKey {

    private static final FoundKey NOT_JSON = FoundKey.malformed(
            "The Idempotency-Key is a member of the content, and the content is no JSON that can be read as a whole.");
    private static final FoundKey NOT_STRING =
            FoundKey.malformed("The member of the content that holds the Idempotency-Key is not a string.");

    private BodyKey() {}

    /**
     * The key, if the body has one. Where none is required, content of another kind has none; what says that it is JSON and
     * cannot be read may have one, and must not run without protection.
     */
    static FoundKey in(BodyBuffer body, HttpPolicy policy, boolean saysJson) {
        JsonPointer pointer = policy.keyPointer();
        if (pointer == null || body.size() == 0) {
            return FoundKey.missing();
        }
        byte[] memory = body.array();
        JsonBytes json = memory == null ? null : CanonicalJson.of(memory, (int) body.size());
        if (json == null) {
            return saysJson || policy.isKeyRequired() ? NOT_JSON : FoundKey.missing();
        }
        JsonBytes value = pointer.in(json);
        if (value == null || value.isNull()) {
            return FoundKey.missing();
        }
        return value.isString() ? FoundKey.of(value.string()) : NOT_STRING;
    }
}
