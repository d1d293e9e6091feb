// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import java.util.Optional;
import java.util.stream.IntStream;

/** Tells random bytes from those that somebody typed in: placeholders, sequences, passphrases. */
final class SecretBytes {

    private SecretBytes() {}

    /** What is wrong with a secret, in words that go on after its name; nothing when it may be random. */
    static Optional<String> weakness(byte[] secret, int fewestDifferent) {
        if (bytes(secret).distinct().count() < fewestDifferent) {
            return Optional.of("has too few different bytes to be random");
        }
        if (bytes(secret).allMatch(b -> b >= ' ' && b <= '~')) {
            return Optional.of("is text and not random bytes, as a passphrase is");
        }
        return isSequence(secret) ? Optional.of("is a plain sequence of bytes") : Optional.empty();
    }

    private static boolean isSequence(byte[] secret) {
        byte step = (byte) (secret[1] - secret[0]);
        return IntStream.range(1, secret.length).allMatch(i -> (byte) (secret[i] - secret[i - 1]) == step);
    }

    private static IntStream bytes(byte[] secret) {
        return IntStream.range(0, secret.length).map(i -> secret[i]);
    }
}
