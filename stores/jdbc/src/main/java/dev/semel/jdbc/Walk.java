// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way to one page: part after part of an index, until there is enough, or nothing more, or its time is over. Between two
 * parts others have their turn. Used by one thread after the other.
 */
final class Walk {

    /** Whoever waits for a page is told how far it went: few records among millions are found by asking again. */
    private static final Duration LONGEST = Duration.ofMillis(250);

    private final Question question;
    private final long begun;
    private final List<Sighting> found = new ArrayList<>();
    private Optional<Place> next;
    private long weight;
    private int looked;
    private boolean over;

    Walk(Question question, long now) {
        this.question = question;
        this.begun = now;
        this.next = question.after().map(Place::of);
    }

    Question question() {
        return question;
    }

    /** Where to go on; empty at the very beginning. */
    Optional<Place> from() {
        return next;
    }

    /** How many records the page has room for. */
    int room() {
        return question.size() - found.size();
    }

    /** What the page has room for, of what this part shows: those are to be fetched. */
    List<Part.Spot> fitting(Part part) {
        long heavy = weight;
        int fit = 0;
        while (fit < part.wanted().size() && fit < room() && heavy < Page.HEAVIEST) {
            heavy += part.wanted().get(fit).bytes();
            fit++;
        }
        return part.wanted().subList(0, fit);
    }

    /** Goes behind this part, or as far as the page has room for what it shows. */
    void passes(Part part) {
        List<Part.Spot> fitting = fitting(part);
        weight += fitting.stream().mapToLong(Part.Spot::bytes).sum();
        looked += part.looked();
        boolean full = !fitting.isEmpty() && (fitting.size() == room() || weight >= Page.HEAVIEST);
        next = full ? Optional.of(fitting.get(fitting.size() - 1).place()) : part.end();
        over = full || next.isEmpty();
    }

    /** What was fetched may have changed since it was wanted. */
    void sees(Sighting sighting) {
        if (question.matches(sighting.record())) {
            found.add(sighting);
        }
    }

    boolean isOver(long now) {
        return over || now - begun >= LONGEST.toNanos();
    }

    Page page() {
        return new Page(found, next.map(Place::toString), looked);
    }
}
