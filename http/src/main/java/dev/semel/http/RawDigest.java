// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Fingerprint;
import java.security.MessageDigest;

/** Every byte of the body. */
final class RawDigest implements BodyDigest {

    private final MessageDigest sha;

    RawDigest(MessageDigest sha) {
        this.sha = sha;
        sha.update((byte) RequestDigest.RAW);
    }

    @Override
    public void take(byte[] bytes, int from, int length, BodyBuffer soFar) {
        sha.update(bytes, from, length);
    }

    @Override
    public Fingerprint finish(BodyBuffer body) {
        return Fingerprint.ofDigest(sha.digest());
    }
}
