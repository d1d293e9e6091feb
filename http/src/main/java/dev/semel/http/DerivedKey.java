// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Intent;
import java.security.MessageDigest;
import java.util.Base64;

/** Makes keys for what handlers ask of others (R21); reconcilers ask with the same ones what became of it. Stateless. */
public final class DerivedKey {

    /** Changes when the way it is made changes: what was asked under another key cannot be recognised. */
    private static final byte[] WAY = Digests.bytes("semel derived key 1");

    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private DerivedKey() {}

    /** The same as {@link HttpContext#derivedKey} in each attempt of this intent. */
    public static String of(Intent intent, String step) {
        MessageDigest digest = Digests.sha256();
        Digests.parts(
                digest,
                WAY,
                Digests.bytes(intent.tenant().id()),
                Digests.bytes(intent.operation().name()),
                Digests.bytes(intent.key().value()),
                intent.fingerprint().toBytes(),
                Digests.bytes(step));
        return TEXT.encodeToString(digest.digest());
    }
}
