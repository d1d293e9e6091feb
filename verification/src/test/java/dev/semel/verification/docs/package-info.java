// SPDX-License-Identifier: Apache-2.0
/** The pages in docs/ say what is true: their code compiles, and the proofs they name exist. */
@NullMarked
package dev.semel.verification.docs;

import org.jspecify.annotations.NullMarked;
