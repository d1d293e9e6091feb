// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

/** What becomes of answers that are not sealed: the values of {@code semel.encryption.plain}. */
enum PlainAnswers {
    /** They are replayed, as those that were saved before encryption. */
    REPLAY,
    /** They are refused, and the work is not done again. */
    REFUSE
}
