// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Pages of records that have no order of their own: each is the next few ids in the order of ids, so that what comes and
 * goes meanwhile moves nothing. A page is one walk through all records, and keeps only its own.
 */
final class Pages {

    private static final Comparator<KeyRecord> BY_ID = Comparator.comparing(KeyRecord::id);

    /** No part of an id contains it. */
    private static final String SEPARATOR = "\n";

    private Pages() {}

    static Page of(Iterable<KeyRecord> records, Question question, Instant now) {
        RecordId after = question.after().map(Pages::idOf).orElse(null);
        PriorityQueue<KeyRecord> smallest = new PriorityQueue<>(BY_ID.reversed());
        for (KeyRecord record : records) {
            if (!record.expiredAt(now) && question.matches(record) && isBehind(after, record)) {
                smallest.add(record);
                if (smallest.size() > question.size()) {
                    smallest.remove();
                }
            }
        }
        List<Sighting> found = smallest.stream()
                .sorted(BY_ID)
                .map(record -> new Sighting(record, now))
                .toList();
        return new Page(found, found.size() < question.size() ? Optional.empty() : Optional.of(placeOf(found)));
    }

    private static boolean isBehind(@Nullable RecordId after, KeyRecord record) {
        return after == null || record.id().compareTo(after) > 0;
    }

    private static String placeOf(List<Sighting> found) {
        RecordId last = found.get(found.size() - 1).record().id();
        return String.join(
                SEPARATOR, last.tenant().id(), last.operation(), last.key().value());
    }

    private static RecordId idOf(String place) {
        String[] parts = place.split(SEPARATOR, -1);
        if (parts.length != 3) {
            throw new InvalidValueException("this is no place where a page of this store ended");
        }
        return new RecordId(new Tenant(parts[0]), parts[1], new IdempotencyKey(parts[2]));
    }
}
