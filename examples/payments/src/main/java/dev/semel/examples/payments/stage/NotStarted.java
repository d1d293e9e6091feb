// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.io.IOException;

/** Why the stage did not come up, and what to do about it: a sentence for the one who started it. */
final class NotStarted extends IOException {

    private static final long serialVersionUID = 1;

    NotStarted(String words) {
        super(words);
    }
}
