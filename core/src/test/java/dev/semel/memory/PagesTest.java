// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A page of the in-memory store")
class PagesTest {

    private static final int MILLION = 1_000_000;
    private static final ClaimId CLAIM = new ClaimId(1, 1);
    private static final Fingerprint FINGERPRINT = Fingerprint.of("x");
    private static final KeyRecord ONE = record(0);

    private static KeyRecord record(int number) {
        return new KeyRecord(
                new RecordId(Tenant.sole(), "charges", new IdempotencyKey("key-" + number)),
                State.IN_DOUBT,
                FINGERPRINT,
                1,
                CLAIM,
                Reason.FIRST,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                KeyRecord.NEVER,
                History.NONE);
    }

    private static Shelves filled(int count) {
        Shelves shelves = new Shelves(count);
        for (int i = 0; i < count; i++) {
            RecordId id = new RecordId(Tenant.sole(), "charges", new IdempotencyKey("key-" + i));
            put(shelves, id, ONE);
        }
        return shelves;
    }

    private static void put(Shelves shelves, RecordId id, KeyRecord record) {
        shelves.of(id).put(id, record);
        shelves.written(id, null, record);
    }

    @Test
    @DisplayName(
            "R36: looks at a few hundred of a million records, at a thousand where none is found, and at none where none is in a state that is asked for")
    void bounded() {
        Shelves shelves = filled(MILLION);
        Pages full = new Pages(shelves, Question.all(50), Instant.EPOCH);
        Pages none = new Pages(shelves, Question.all(50).of("refunds"), Instant.EPOCH);
        Pages rare = new Pages(shelves, Question.all(50).in(State.RELEASED), Instant.EPOCH);

        Page filled = full.page();
        assertThat(filled.found()).hasSize(50);
        assertThat(filled.looked()).isBetween(50, 500);
        Page empty = none.page();
        assertThat(empty.found()).isEmpty();
        assertThat(empty.next()).isPresent();
        assertThat(empty.looked()).isBetween(Pages.MOST_LOOKED_AT, Pages.MOST_LOOKED_AT + 500);
        Page nothing = rare.page();
        assertThat(nothing.next()).as("a state that no record is in").isEmpty();
        assertThat(nothing.looked()).isZero();
    }

    @Test
    @DisplayName("R36: pages of a few, followed to their end, show all of a shelf that has many")
    void withinAShelf() {
        Shelves shelves = new Shelves(1);
        for (int i = 0; i < 100; i++) {
            KeyRecord record = record(i);
            put(shelves, record.id(), record);
        }
        Set<RecordId> seen = new HashSet<>();
        Question question = Question.all(7);
        Page page = new Pages(shelves, question, Instant.EPOCH).page();
        while (page.next().isPresent()) {
            assertThat(page.found()).hasSizeLessThanOrEqualTo(7);
            page.found().forEach(sighting -> seen.add(sighting.record().id()));
            page = new Pages(shelves, question.after(page.next().get()), Instant.EPOCH).page();
        }
        page.found().forEach(sighting -> seen.add(sighting.record().id()));

        assertThat(seen).hasSize(100);
    }

    @Test
    @DisplayName("R36: a word that is no place is refused")
    void noPlace() {
        for (String word : new String[] {"", "x", "1\n2", "-1", "1\n\n\n", "99999999999"}) {
            assertThatThrownBy(() -> new Pages(new Shelves(1), Question.all(1).after(word), Instant.EPOCH).page())
                    .as(word)
                    .isInstanceOf(InvalidValueException.class);
        }
    }
}
