// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

/**
 * Says at start-up that a key maker repeats itself: with such keys one intent would get another's answer.
 *
 * <p>Immutable apart from what every {@link Throwable} lets its callers change.
 */
public final class BrokenKeyMakerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    BrokenKeyMakerException(String message) {
        super(message);
    }
}
