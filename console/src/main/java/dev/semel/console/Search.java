// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.spi.Browsable;
import dev.semel.state.Answer;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * One page of a search: asks the store again while the page is not full, and stops when it has cost enough. So a page may be
 * short although more follow, and no question, however unlucky, holds the store up. Used by one request.
 */
final class Search {

    static final Set<String> FIELDS =
            Set.of("states", "settleable", "listed", "tenant", "operation", "olderThanSeconds", "after", "size");

    private static final int USUAL_SIZE = 50;
    private static final int LARGEST_SIZE = 200;
    private static final int LEAST_ASKED = 10;
    private static final int MOST_LOOKED_AT = 1_000;
    private static final Duration LONGEST = Duration.ofMillis(150);

    private final Desk desk;
    private final LongSupplier nanos;
    private final Browsable.Question question;
    private final boolean settleableOnly;
    private final boolean isListed;
    private final Duration olderThan;
    private final long begin;
    private final List<Sighting> found = new ArrayList<>();
    private int looked;
    private long weight;

    Search(Desk desk, References references, Fields fields, LongSupplier nanos) {
        this.desk = desk;
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
        this.isListed = fields.truth("listed").orElse(false) && desk.hasList();
        this.settleableOnly = isListed || fields.truth("settleable").orElse(false);
        this.olderThan = Duration.ofSeconds(
                fields.number("olderThanSeconds", 0, Integer.MAX_VALUE).orElse(0));
        this.question = new Browsable.Question(
                states(fields.list("states"), settleableOnly),
                fields.find("tenant").map(Tenant::new).orElse(null),
                fields.find("operation").orElse(null),
                fields.find("after").map(references::place),
                fields.number("size", 1, LARGEST_SIZE).orElse(USUAL_SIZE));
    }

    /**
     * What was found.
     *
     * @param records what matches
     * @param next where to go on, if anywhere
     * @param looked how many records the store looked at
     * @param isFull whether the page ended because it was full, or everything was seen
     * @param isListed whether it is a page of the store's list of what waits for a decision, and nothing else was looked at
     */
    record Result(List<Sighting> records, Optional<String> next, int looked, boolean isFull, boolean isListed) {}

    private static Set<State> states(List<?> words, boolean settleableOnly) {
        Set<State> wanted = EnumSet.noneOf(State.class);
        words.forEach(word -> wanted.add(state(word)));
        if (wanted.isEmpty()) {
            wanted.addAll(EnumSet.allOf(State.class));
        }
        if (settleableOnly) {
            wanted.retainAll(EnumSet.of(State.IN_DOUBT, State.IN_PROGRESS));
        }
        if (wanted.isEmpty()) {
            throw new InvalidValueException("only IN_DOUBT and IN_PROGRESS can be settled");
        }
        return wanted;
    }

    private static State state(Object word) {
        for (State state : State.values()) {
            if (state.name().equals(String.valueOf(word).toUpperCase(Locale.ROOT))) {
                return state;
            }
        }
        throw new InvalidValueException("a state is one of " + EnumSet.allOf(State.class));
    }

    CompletionStage<Result> run() {
        return next(question);
    }

    private CompletionStage<Result> next(Browsable.Question from) {
        return (isListed ? desk.doubts(from) : desk.browse(from)).thenCompose(page -> {
            page.found().stream().filter(this::matches).forEach(found::add);
            looked += page.looked();
            weight += page.found().stream().mapToLong(Search::bytes).sum();
            boolean full = found.size() >= question.size() || page.next().isEmpty();
            if (full || hasCostEnough()) {
                return CompletableFuture.completedFuture(new Result(found, page.next(), looked, full, isListed));
            }
            return next(from(page.next().get()));
        });
    }

    /** What is still missing, so that a page has a few too many at the most. */
    private Browsable.Question from(String place) {
        int missing = Math.max(LEAST_ASKED, question.size() - found.size());
        return new Browsable.Question(
                question.states(), question.tenant(), question.operation(), Optional.of(place), missing);
    }

    private boolean matches(Sighting sighting) {
        return (!settleableOnly || Standing.isSettleable(sighting))
                && !Duration.between(sighting.record().createdAt(), sighting.at())
                        .minus(olderThan)
                        .isNegative();
    }

    private static long bytes(Sighting sighting) {
        Answer answer = sighting.record().answer();
        return answer == null ? 0 : answer.saved().size();
    }

    private boolean hasCostEnough() {
        return looked >= MOST_LOOKED_AT
                || weight >= Browsable.Page.HEAVIEST
                || nanos.getAsLong() - begin >= LONGEST.toNanos();
    }
}
