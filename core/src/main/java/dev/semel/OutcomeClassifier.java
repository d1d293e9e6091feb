// SPDX-License-Identifier: Apache-2.0
package dev.semel;

/** Says what an exception of a handler means. Must be safe for use by several threads. */
@FunctionalInterface
public interface OutcomeClassifier {

    /** An exception says nothing about what was done before it: everything is in doubt. The default. */
    OutcomeClassifier ALL_IN_DOUBT = failure -> Outcome.inDoubt();

    /** Maps the exception to a saved failure, to released (it is known that nothing was done), or to in doubt. */
    Outcome classify(Throwable failure);
}
