// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.redis.Deployment.Stretch;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The way to one page of what waits for a decision. Used by one thread after the other. */
final class DoubtWalk {

    private static final Duration LONGEST = Duration.ofMillis(250);

    /** So many lines a step reads, with a look at the record of each. */
    private static final int LINES = 32;

    /** So many lists a step asks for, of which hardly any is there: a third of a millisecond. */
    private static final int LISTS = 512;

    private final Question question;
    private final long begun;
    private final List<Sighting> found = new ArrayList<>();
    private Optional<DoubtPlace> next;
    private int looked;

    DoubtWalk(Question question, long now) {
        this.question = question;
        this.begun = now;
        this.next = Optional.of(question.after().map(DoubtPlace::of).orElseGet(() -> DoubtPlace.beginOf(0)));
    }

    /** Where the next step begins. */
    int slot() {
        return next.orElseThrow().slot();
    }

    /** What the next step's script is told, on the server of these slots. */
    byte[][] arguments(KeyNames names, Stretch stretch) {
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(next.orElseThrow().key());
        arguments.add(Words.of(Math.min(LINES, question.size())));
        for (int slot = stretch.begin(); slot < endIn(stretch); slot++) {
            arguments.add(Words.of(slot));
            arguments.add(names.listIn(slot));
        }
        return arguments.toArray(byte[][]::new);
    }

    private static int endIn(Stretch stretch) {
        return Math.min(stretch.end(), stretch.begin() + LISTS);
    }

    void passes(DoubtStep step, Stretch stretch) {
        step.waiting().stream()
                .filter(sighting -> question.matches(sighting.record()))
                .forEach(found::add);
        looked += step.looked();
        boolean more = endIn(stretch) < stretch.end() || !stretch.isLast();
        next = step.end().or(() -> more ? Optional.of(DoubtPlace.beginOf(endIn(stretch))) : Optional.empty());
    }

    boolean isOver(long now) {
        return next.isEmpty() || found.size() >= question.size() || now - begun >= LONGEST.toNanos();
    }

    Page page() {
        return new Page(found, next.map(DoubtPlace::toString), looked);
    }
}
