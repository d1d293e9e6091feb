// SPDX-License-Identifier: Apache-2.0
package dev.semel.event;

/** Something that concerns no single key. */
public interface EngineEvent extends SemelEvent {

    /**
     * The store could not renew leases; they are tried again soon.
     *
     * @param leases how many
     * @param failure the name of what went wrong, without its message
     */
    record RenewalFailed(int leases, String failure) implements EngineEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return leases + " leases could not be renewed (" + failure + "); trying again";
        }
    }

    /**
     * Expired records were removed.
     *
     * @param records how many
     */
    record Purged(int records) implements EngineEvent {
        @Override
        public String describe() {
            return records + " expired records were removed";
        }
    }

    /**
     * Expired records could not be removed; it is tried again in the next round.
     *
     * @param failure the name of what went wrong, without its message
     */
    record PurgeFailed(String failure) implements EngineEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "expired records could not be removed (" + failure + "); they take room until they are";
        }
    }

    /**
     * A listener was too slow and missed events.
     *
     * @param events how many since the last such event
     */
    record EventsDropped(long events) implements EngineEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return events + " events were dropped because a listener is too slow";
        }
    }
}
