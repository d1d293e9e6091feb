// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The ids of what waits for somebody's decision. A line comes and goes while the record's lock is held, so that there are never more
 * lines than records; and whoever reads one looks at the record.
 *
 * <p>Safe for use by several threads.
 */
final class Doubts {

    /** So many lines are read for a page, however few of them are looked for. */
    static final int MOST_LOOKED_AT = 1_000;

    private final Shelves records;
    private final InstantSource clock;
    private final NavigableSet<RecordId> lines = new ConcurrentSkipListSet<>();

    Doubts(Shelves records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    /** Notes what becomes of a record; whoever writes it holds its lock. Most were never listed, and are not looked for. */
    void written(@Nullable KeyRecord before, KeyRecord after, Instant now) {
        if (after.state() == State.IN_DOUBT) {
            lines.add(after.id());
        } else if (before != null && (before.state() == State.IN_DOUBT || before.lapsedAt(now))) {
            lines.remove(after.id());
        }
    }

    /**
     * Looks at the record anew: a retry was told to hold, and nothing was written since its attempt's lease has lapsed; or it may
     * be gone. By the clock of this very moment: a page that began before the lease ran out must not take away the line of a
     * retry that came after.
     */
    void check(RecordId id) {
        records.of(id).compute(id, (same, record) -> {
            if (record != null && waits(record, clock.instant())) {
                lines.add(id);
            } else {
                lines.remove(id);
            }
            return record;
        });
    }

    /** A record was purged. Most had saved an answer, and were not listed. */
    void purged(KeyRecord record) {
        if (record.answer() == null) {
            check(record.id());
        }
    }

    /** How many lines there are. */
    int size() {
        return lines.size();
    }

    private static boolean waits(KeyRecord record, Instant now) {
        return !record.expiredAt(now)
                && (record.state() == State.IN_DOUBT || (record.lapsedAt(now) && record.answer() == null));
    }

    /** From where the page before ended, in the order of the ids, so that what comes and goes meanwhile moves nothing. */
    Page page(Question question, Instant now) {
        List<Sighting> found = new ArrayList<>();
        RecordId last = null;
        int looked = 0;
        for (RecordId id : behind(question.after())) {
            if (last != null && (looked == MOST_LOOKED_AT || found.size() == question.size())) {
                return new Page(found, Optional.of(Places.of(last)), looked);
            }
            looked++;
            last = id;
            KeyRecord record = records.of(id).get(id);
            if (record == null || !waits(record, now)) {
                check(id);
            } else if (question.matches(record)) {
                found.add(new Sighting(record, now));
            }
        }
        return new Page(found, Optional.empty(), looked);
    }

    private NavigableSet<RecordId> behind(Optional<String> place) {
        return place.map(word -> lines.tailSet(Places.idOf(word), false)).orElse(lines);
    }
}
