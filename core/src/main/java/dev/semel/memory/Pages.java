// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of the records: one shelf after the other from where the page before ended, and on a shelf in the order of the ids,
 * so that what comes and goes meanwhile moves nothing. It ends when it is full, or has looked at enough. Used by one thread.
 */
final class Pages {

    /**
     * So many records are looked at for a page, and what is left of a shelf, however few of them are looked for: a tenth of a
     * millisecond, since whoever claims on one of two cores feels when the other one is at work.
     */
    static final int MOST_LOOKED_AT = 1_000;

    private static final Comparator<KeyRecord> BY_ID = Comparator.comparing(KeyRecord::id);

    private final Shelves shelves;
    private final Question question;
    private final Instant now;
    private final int[] columns;
    private final List<Sighting> found = new ArrayList<>();
    private int looked;
    private long weight;

    Pages(Shelves shelves, Question question, Instant now) {
        this.shelves = shelves;
        this.question = question;
        this.now = now;
        this.columns = Census.columnsOf(question.states());
    }

    Page page() {
        Place place = question.after().map(this::placeOf).orElse(new Place(0, null));
        for (int shelf = place.shelf; shelf < shelves.count(); shelf++) {
            for (KeyRecord record : matching(shelf, shelf == place.shelf ? place.after : null)) {
                found.add(new Sighting(record, now));
                Answer answer = record.answer();
                weight += answer == null ? 0 : answer.saved().size();
                if (found.size() == question.size() || weight >= Page.HEAVIEST) {
                    return new Page(found, Optional.of(new Place(shelf, record.id()).toString()), looked);
                }
            }
            if (looked >= MOST_LOOKED_AT && shelf + 1 < shelves.count()) {
                return new Page(found, Optional.of(new Place(shelf + 1, null).toString()), looked);
            }
        }
        return new Page(found, Optional.empty(), looked);
    }

    private List<KeyRecord> matching(int shelf, @Nullable RecordId after) {
        if (!shelves.census().hasAny(shelf, columns)) {
            return List.of();
        }
        List<KeyRecord> matching = new ArrayList<>();
        for (KeyRecord record : shelves.on(shelf)) {
            looked++;
            // The state first, which most differ in: whatever else is looked at has to come from the memory, too.
            if (question.matches(record) && !record.expiredAt(now) && isBehind(after, record)) {
                matching.add(record);
            }
        }
        matching.sort(BY_ID);
        return matching;
    }

    private static boolean isBehind(@Nullable RecordId after, KeyRecord record) {
        return after == null || record.id().compareTo(after) > 0;
    }

    private Place placeOf(String word) {
        String[] parts = word.split(Places.SEPARATOR, 2);
        if (!parts[0].matches("\\d{1,9}")) {
            throw Places.unknown();
        }
        return new Place(Integer.parseInt(parts[0]), parts.length == 1 ? null : Places.idOf(parts[1]));
    }

    /**
     * Where a page ended.
     *
     * @param shelf where to go on
     * @param after the last record that was seen of this shelf, if any
     */
    private record Place(int shelf, @Nullable RecordId after) {

        @Override
        public String toString() {
            return after == null ? Integer.toString(shelf) : shelf + Places.SEPARATOR + Places.of(after);
        }
    }
}
