// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

/**
 * Says that a secret is too easy to guess to protect the keys behind a {@link KeyHash}, or to sign those of a {@link
 * KeyIssuer}.
 *
 * <p>Immutable apart from what every {@link Throwable} lets its callers change.
 */
public final class WeakSecretException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    WeakSecretException(String message) {
        super(message);
    }
}
