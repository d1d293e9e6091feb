// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** What a request's head says: not our business, refused already, or the body is needed to decide. */
public sealed interface Reception {

    /** Calls the method of the case that this is. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each case.
     *
     * @param <T> what they return
     */
    interface Cases<T> {

        /** The request is not protected: let it through untouched, its body unread. */
        T passThrough();

        /** Send this; the body need not be read. */
        T answer(HttpAnswer answer);

        /** Feed the body to the intake, then ask it to admit. */
        T read(Intake intake);
    }

    /** The request is not protected. */
    record PassThrough() implements Reception {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.passThrough();
        }
    }

    /**
     * The head is enough to refuse the request.
     *
     * @param answer what to send
     */
    record Refused(HttpAnswer answer) implements Reception {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.answer(answer);
        }
    }

    /**
     * The body is part of the question.
     *
     * @param intake takes it
     */
    record Reading(Intake intake) implements Reception {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.read(intake);
        }
    }
}
