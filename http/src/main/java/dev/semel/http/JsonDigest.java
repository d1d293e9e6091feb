// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Fingerprint;
import dev.semel.http.json.CanonicalJson;
import dev.semel.http.json.JsonBytes;
import dev.semel.http.json.JsonPointer;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a JSON body, or the values in it that count. A body that leaves the memory while it comes in is
 * digested byte by byte from then on: a form that needs the whole text cannot be made of it without reading it back.
 */
final class JsonDigest implements BodyDigest {

    private final MessageDigest sha;
    private final List<JsonPointer> pointers;
    private @Nullable RawDigest raw;

    JsonDigest(MessageDigest sha, List<JsonPointer> pointers) {
        this.sha = sha;
        this.pointers = pointers;
    }

    @Override
    public void take(byte[] bytes, int from, int length, BodyBuffer soFar) {
        byte[] memory = soFar.array();
        if (raw == null && memory != null && soFar.wouldBlock(length)) {
            raw = new RawDigest(sha);
            raw.take(memory, 0, (int) soFar.size(), soFar);
        }
        if (raw != null) {
            raw.take(bytes, from, length, soFar);
        }
    }

    @Override
    public Fingerprint finish(BodyBuffer body) {
        byte[] memory = body.array();
        if (raw != null || memory == null) {
            return (raw == null ? new RawDigest(sha) : raw).finish(body);
        }
        JsonBytes json = CanonicalJson.of(memory, (int) body.size());
        if (json == null || !digested(json)) {
            RawDigest whole = new RawDigest(sha);
            whole.take(memory, 0, (int) body.size(), body);
            return whole.finish(body);
        }
        return Fingerprint.ofDigest(sha.digest());
    }

    /** False, and nothing is digested, when a signature would be made of nothing. */
    private boolean digested(JsonBytes json) {
        if (pointers.isEmpty()) {
            sha.update((byte) RequestDigest.CANONICAL);
            json.digest(sha);
            return true;
        }
        List<@Nullable JsonBytes> values = pointers.stream()
                .<@Nullable JsonBytes>map(pointer -> pointer.in(json))
                .toList();
        if (values.stream().allMatch(value -> value == null)) {
            return false;
        }
        sha.update((byte) RequestDigest.POINTERS);
        values.forEach(this::add);
        return true;
    }

    /** A value behind its length; one that is not there has a length that no other has. */
    private void add(@Nullable JsonBytes value) {
        Digests.length(sha, value == null ? -1 : value.size());
        if (value != null) {
            value.digest(sha);
        }
    }
}
