// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Intent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/** Makes keys for what handlers ask of others (R21); reconcilers ask with the same ones what became of it. Stateless. */
public final class DerivedKey {

    /** Changes when the way it is made changes: what was asked under another key cannot be recognised. */
    private static final String WAY = "semel derived key 1";

    private DerivedKey() {}

    /** The same as {@link HttpContext#derivedKey} in each attempt of this intent. */
    public static String of(Intent intent, String step) {
        MessageDigest digest = Digests.sha256();
        add(digest, bytes(WAY));
        add(digest, bytes(intent.tenant().id()));
        add(digest, bytes(intent.operation().name()));
        add(digest, bytes(intent.key().value()));
        add(digest, intent.fingerprint().toBytes());
        add(digest, bytes(step));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** With its length, so that no two lists of parts look the same. */
    private static void add(MessageDigest digest, byte[] part) {
        Digests.length(digest, part.length);
        digest.update(part);
    }
}
