// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.StalePlaceException;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The way to one page: step after step, until there is enough, or nothing more, or its time is over.
 * Used by one thread after the other, but for what they see.
 */
final class Walk {

    /** Whoever waits for a page is told how far it went: few records among millions are found by asking again. */
    private static final Duration LONGEST = Duration.ofMillis(250);

    /** So many keys a step looks at, which holds everybody up for 0.2 ms, or 0.4 with their records. */
    private static final int LONGEST_STEP = 32;

    /**
     * So many where there is nobody to be held up; and where nothing was found lately, with a long rest behind each: what a claim
     * feels is how often it meets a step, and hardly how long that is.
     */
    private static final int LONGEST_STEP_OF_A_SEARCH = 128;

    /** So many bytes of records a step brings. */
    private static final int HEAVIEST_STEP = 256 << 10;

    private static final int MOST_IN_VAIN = 1_000_000;
    private static final int ANY_WEIGHT = Integer.MAX_VALUE;
    private static final String FROM_THE_BEGINNING = "0";

    private final Question question;
    private final NavigableSet<String> masters;
    private final String mark;
    private final long begun;
    private final List<Sighting> found = new ArrayList<>();
    private Optional<Place> next;
    private @Nullable Place last;
    private final int inVain;
    private int most = LONGEST_STEP;
    private int longest = LONGEST_STEP_OF_A_SEARCH;
    private long weight;
    private int looked;
    private boolean over;

    private Walk(Question question, NavigableSet<String> masters, Place begin, int inVain, long now) {
        this.question = question;
        this.masters = masters;
        this.begun = now;
        this.inVain = inVain;
        this.mark = begin.mark;
        // One that has become a replica without ever having had a slot has nothing to be looked through.
        this.next = masters.contains(begin.master) ? Optional.of(begin) : behind(begin);
    }

    /** The way to the first page, on these servers, of which each says this, in the same order. */
    static Walk begun(Question question, NavigableSet<String> masters, List<Layout> said, long now) {
        return new Walk(question, masters, Place.beginningOf(masters.first(), Layout.mark(said), false), 0, now);
    }

    /** The way from where a page ended, on the servers of now. */
    static Walk goingOn(Question question, NavigableSet<String> masters, long now) {
        String place = question.after().orElseThrow();
        return new Walk(question, masters, Place.of(place), Place.inVain(place), now);
    }

    /** The server that a page begins with; null for the first page. */
    static @Nullable String beginOf(Question question) {
        return question.after().map(place -> Place.of(place).master).orElse(null);
    }

    /** Behind the last server it is to be seen whether that was all. */
    private Optional<Place> behind(Place from) {
        String higher = from.again ? null : masters.higher(from.master);
        last = higher == null ? from : null;
        return Optional.ofNullable(higher).map(master -> Place.beginningOf(master, mark, false));
    }

    /** Whether all servers were looked through, and are to be asked whether the records have stayed where they were. */
    boolean isAtTheEnd() {
        return last != null;
    }

    /** The servers that the records are on. */
    NavigableSet<String> masters() {
        return masters;
    }

    /**
     * Ends, as far as nothing has moved since the first page; as these say, each of the server of the same place. Keys whose slot
     * is still on its way may have come to a server after that was looked through, from one that was not yet: so it is
     * looked through once more.
     */
    void ends(List<Layout> said) {
        Place from = Objects.requireNonNull(last);
        if (!Layout.mark(said).equals(mark)) {
            throw new StalePlaceException(
                    "Redis servers have left, joined or been given other slots since the first page: begin again");
        }
        last = null;
        List<String> names = List.copyOf(masters);
        next = IntStream.range(0, names.size())
                .filter(i -> said.get(i).isTaking())
                .mapToObj(names::get)
                .filter(master -> !from.again || master.compareTo(from.master) > 0)
                .findFirst()
                .map(master -> Place.beginningOf(master, mark, true));
    }

    boolean isOver(long now) {
        return over
                || next.isEmpty()
                || found.size() >= question.size()
                || weight >= Page.HEAVIEST
                // A page that has not moved would begin at the same place again, for ever.
                || (looked > 0 && now - begun >= LONGEST.toNanos());
    }

    /** Whether there is nobody else, so that the next step may be a long one. */
    void hurries(boolean alone) {
        most = alone || isInVain() ? LONGEST_STEP_OF_A_SEARCH : LONGEST_STEP;
    }

    /** Whether the page before this one found nothing, and this one has not either: then it may be a long search, and rests long. */
    boolean isInVain() {
        return inVain > 0 && found.isEmpty();
    }

    /** The server of the next step. */
    String master() {
        return next.orElseThrow().master;
    }

    /** What the next step's script is told. */
    byte[][] arguments(KeyNames names) {
        return new byte[][] {
            Words.of(next.orElseThrow().cursor),
            names.pattern(question.tenant(), question.operation()),
            Words.of(count()),
            codes(),
            Words.of(bearable()),
            Words.of(next.orElseThrow().run)
        };
    }

    /** How many keys the next step looks at, by how many were found among those before: a page has a few too many at the most. */
    private int count() {
        long likely = found.isEmpty()
                ? (long) question.size() + looked + inVain
                : (long) (question.size() - found.size()) * looked / found.size();
        // However unlikely: behind a few that do not match there may be nothing but those that do.
        long wanted = 3L * question.size() - found.size();
        return (int) Math.min(Math.min(longest, most), Math.min(likely, wanted));
    }

    /** The states that are asked for, as records have them. */
    private byte[] codes() {
        byte[] codes = new byte[question.states().size()];
        int at = 0;
        for (State wanted : question.states()) {
            codes[at++] = Codes.of(wanted);
        }
        return codes;
    }

    /** How many bytes the next step may bring: whatever it is, where it cannot be shorter and the page would stay empty. */
    private long bearable() {
        return count() == 1 && found.isEmpty() ? ANY_WEIGHT : Math.min(HEAVIEST_STEP, Page.HEAVIEST - weight);
    }

    /**
     * Goes behind this step, unless it was too heavy, and so brought nothing: then it is tried once more, shorter, or the page ends
     * before it. The shortest step gives what one place of Redis' table has: a few records.
     */
    boolean passes(Step step, long apart) {
        int count = count();
        long bearable = bearable();
        long bytes = step.bytes() + apart;
        if (bytes > bearable) {
            over = count == 1;
            longest = Math.max(1, (int) Math.min(count / 2, count * bearable / bytes));
            return false;
        }
        weight += bytes;
        Place from = next.orElseThrow();
        boolean finished = step.cursor().equals(FROM_THE_BEGINNING);
        // With a pattern, SCAN gives fewer keys than it looks at.
        looked += finished ? step.given() : Math.max(step.given(), count);
        next = finished ? behind(from) : Optional.of(from.at(step.run(), step.cursor()));
        longest = Math.min(LONGEST_STEP_OF_A_SEARCH, 2 * longest);
        return true;
    }

    /** Whether a record in this state, as records have it, is asked for. */
    boolean wants(byte[] state) {
        return state.length == 1 && question.states().stream().anyMatch(wanted -> Codes.of(wanted) == state[0]);
    }

    synchronized void sees(Sighting sighting) {
        if (question.matches(sighting.record())) {
            found.add(sighting);
        }
    }

    Page page() {
        int since = found.isEmpty() ? Math.min(inVain + looked, MOST_IN_VAIN) : 0;
        return new Page(found, next.map(place -> place + "/" + since), looked);
    }

    /** Where a step ended: a master, which run of it, and how far that was looked through; of which layout, and whether again. */
    private record Place(String master, String run, String cursor, String mark, boolean again) {

        private static final Pattern WORD =
                Pattern.compile("([^/]+)/(\\p{XDigit}*)/(\\d{1,20})/([-\\p{XDigit}]*)/(again)?(?:/(\\d{1,7}))?");

        static Place beginningOf(String master, String mark, boolean again) {
            return new Place(master, "", FROM_THE_BEGINNING, mark, again);
        }

        static Place of(String word) {
            Matcher parts = parts(word);
            return new Place(parts.group(1), parts.group(2), parts.group(3), parts.group(4), parts.group(5) != null);
        }

        /** How many keys were looked at since something was found; older versions do not say it. */
        static int inVain(String word) {
            String keys = parts(word).group(6);
            return keys == null ? 0 : Integer.parseInt(keys);
        }

        private static Matcher parts(String word) {
            Matcher parts = WORD.matcher(word);
            if (!parts.matches()) {
                throw new StalePlaceException("this is no place where a page of this store ends: begin again");
            }
            return parts;
        }

        Place at(String run, String cursor) {
            return new Place(master, run, cursor, mark, again);
        }

        @Override
        public String toString() {
            return String.join("/", master, run, cursor, mark, again ? "again" : "");
        }
    }
}
