// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** What goes to the client after a handler has ended. Immutable. */
public sealed interface Sending {

    /** Calls the method of the case that this is. */
    <T> T match(Cases<T> cases);

    /** The answer to send, where the handler's own is at hand. */
    default HttpAnswer or(HttpAnswer own) {
        return this instanceof Instead instead ? instead.answer() : own;
    }

    /**
     * One method for each case.
     *
     * @param <T> what they return
     */
    interface Cases<T> {

        /** The handler's own answer, or what its failure becomes. */
        T own();

        /** This answer, and nothing of the handler's own. */
        T instead(HttpAnswer answer);
    }

    /** The handler's own answer may be sent, or its failure may take its usual way. */
    record Own() implements Sending {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.own();
        }
    }

    /**
     * Another attempt took over, so that its answer counts (R10), or the failure has a saved answer.
     *
     * @param answer what to send
     */
    record Instead(HttpAnswer answer) implements Sending {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.instead(answer);
        }
    }
}
