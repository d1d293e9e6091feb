// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

/**
 * Says that a key breaks the rules it was checked against; its message is the problem's {@link KeyProblem#detail()}.
 *
 * <p>Immutable apart from what every {@link Throwable} lets its callers change.
 */
public final class InvalidKeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final KeyProblem problem;

    /** Carries a problem. */
    public InvalidKeyException(KeyProblem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    /** What is wrong with the key. */
    public KeyProblem problem() {
        return problem;
    }
}
