// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store whose records can be looked through, page by page, for those who settle what is in doubt (R16, R36). Looking
 * changes nothing and holds nothing up, however many records there are.
 */
public interface Browsable {

    /**
     * Gives the next page of those records that match. Whoever follows the pages to their end has seen every record that
     * matched all the while; one that changes, comes or goes meanwhile may be there or not, and a record may come twice.
     * Fails with {@link StalePlaceException} where that cannot be kept, since the servers are others than at the page before.
     */
    CompletionStage<Page> browse(Question question);

    /**
     * What is looked for, and where to go on.
     *
     * @param states the states that match
     * @param tenant the only tenant that matches; null for all
     * @param operation the only operation that matches; null for all
     * @param after where the page before ended; empty for the first one
     * @param size how many records a page should have; it may have a few more, or fewer, or none although more follow
     */
    record Question(
            Set<State> states,
            @Nullable Tenant tenant,
            @Nullable String operation,
            Optional<String> after,
            int size) {

        /** The most that may be asked for at once. */
        public static final int LARGEST = 1_000;

        public Question {
            states = Set.copyOf(states);
            if (states.isEmpty()) {
                throw new InvalidValueException("a question without a state matches nothing");
            }
            if (size < 1 || size > LARGEST) {
                throw new InvalidValueException("a page has 1 to " + LARGEST + " records, not " + size);
            }
        }

        /** The first page of all records. */
        public static Question all(int size) {
            return new Question(EnumSet.allOf(State.class), null, null, Optional.empty(), size);
        }

        /** The same for these states only. */
        public Question in(State... wanted) {
            return new Question(Set.of(wanted), tenant, operation, after, size);
        }

        /** The same for this tenant only. */
        public Question of(Tenant wanted) {
            return new Question(states, wanted, operation, after, size);
        }

        /** The same for this operation only. */
        public Question of(String wanted) {
            return new Question(states, tenant, wanted, after, size);
        }

        /** The same from where a page ended. */
        public Question after(String place) {
            return new Question(states, tenant, operation, Optional.of(place), size);
        }

        /** Whether this record is looked for. */
        public boolean matches(KeyRecord record) {
            return states.contains(record.state())
                    && (tenant == null || tenant.equals(record.id().tenant()))
                    && (operation == null || operation.equals(record.id().operation()));
        }

        /** Shows what is looked for, and of the place only whether there is one: it may contain a key (R27). */
        @Override
        public String toString() {
            return "Question[states=" + states + ", tenant=" + tenant + ", operation=" + operation + ", "
                    + (after.isPresent() ? "going on" : "from the beginning") + ", size=" + size + "]";
        }
    }

    /**
     * Some of the records.
     *
     * @param found those that match, in no particular order
     * @param next where to go on; empty when this was the last page. It is the store's own word, may contain a key, and
     *     does not belong into a log (R27).
     * @param looked how many records the store looked at for it, as far as it knows, whether they match or not: what the
     *     page cost, for those who bound that. At least those that were found
     */
    record Page(List<Sighting> found, Optional<String> next, int looked) {

        /**
         * So many bytes the answers of a page have together. A page ends there, however many records were asked for: more it has
         * only by its last answer, or where a store cannot look at less at once.
         */
        public static final int HEAVIEST = 4 << 20;

        public Page {
            found = List.copyOf(found);
            if (looked < found.size()) {
                throw new InvalidValueException(
                        "a page of " + found.size() + " records cannot have looked at " + looked);
            }
        }

        /** A page of a store that looks at nothing but what it finds. */
        public Page(List<Sighting> found, Optional<String> next) {
            this(found, next, found.size());
        }

        /** Shows what was found, and of the place only whether there is one: it may contain a key (R27). */
        @Override
        public String toString() {
            return "Page[found=" + found + ", " + (next.isPresent() ? "more to come" : "the last one") + ", looked="
                    + looked + "]";
        }
    }
}
