// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.key.KeyHash;
import dev.semel.key.WeakSecretException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;

/**
 * The secret of hashes in a file of records, for whoever opens it without the gateway's own: random, made by the first who
 * asks, and kept beside the file, so that the next process shows the same hashes. Who reads that secret stands where the keys
 * themselves can be read; who has only the hashes can try out no keys, since the secret is random (R27).
 * Used by the process that owns the records.
 */
final class HashSecretFile {

    private static final int BYTES = 32;

    private final Path path;

    private HashSecretFile(Path path) {
        this.path = path;
    }

    static HashSecretFile beside(Path records) {
        return new HashSecretFile(records.resolveSibling(records.getFileName() + ".hash-secret"));
    }

    /** Hashes with the secret that is there, or with a new one from now on. */
    KeyHash keyHash() {
        try {
            if (!Files.exists(path)) {
                make();
            }
            return KeyHash.withSecret(Files.readString(path).strip().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the secret of hashes, " + path + ", cannot be read or made", e);
        } catch (WeakSecretException e) {
            throw new IllegalStateException(
                    path + " is no secret of hashes: remove it, and the next command makes a new one", e);
        }
    }

    /** Whole or not at all: a part of a secret would be taken for one. */
    private void make() throws IOException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
        // The JDK makes such files for their owner only.
        Path made = Files.createTempFile(folder, "semel", ".hash-secret");
        try {
            Files.writeString(made, Base64.getEncoder().encodeToString(secret) + "\n");
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
