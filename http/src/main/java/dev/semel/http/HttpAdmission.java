// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** What becomes of a request whose body is known: the handler runs, or an answer is there. Immutable. */
public sealed interface HttpAdmission {

    /** Calls the method of the case that this is. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each case.
     *
     * @param <T> what they return
     */
    interface Cases<T> {

        /** The request is not protected after all: run the handler on {@link Intake#body()}, and close that. */
        T passThrough();

        /** Send this, a saved answer or a problem, and tell {@link Intake#sent} when it has left. */
        T answer(HttpAnswer answer);

        /** Run the handler, and end the exchange in every case. */
        T run(Exchange exchange);
    }

    /** The request carries no key where none is required. */
    record PassThrough() implements HttpAdmission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.passThrough();
        }
    }

    /**
     * The handler does not run.
     *
     * @param answer what to send
     */
    record Answered(HttpAnswer answer) implements HttpAdmission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.answer(answer);
        }
    }

    /**
     * The handler runs.
     *
     * @param exchange what is to be ended
     */
    record Run(Exchange exchange) implements HttpAdmission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.run(exchange);
        }
    }
}
