// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.InvalidValueException;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Looks through the records with {@code SCAN}, one master after the other, and never with {@code KEYS}, which would hold
 * everybody up. Only records whose state is asked for are fetched, and no more bytes of them than a page may have.
 */
final class Browsing {

    private static final String FROM_THE_BEGINNING = "0";
    private static final char SEPARATOR = '/';

    /** So many commands of a page are under way together: whoever claims waits behind these, and not behind the whole page. */
    private static final int AT_ONCE = 8;

    /** So many times as long as it works, it rests: a look that works all the time takes a core from the claims. */
    private static final int REST = 4;

    private final KeyNames names;
    private final Deployment servers;
    private final Road road;
    private final Scripts scripts;

    Browsing(KeyNames names, Deployment servers, Road road, Scripts scripts) {
        this.names = names;
        this.servers = servers;
        this.road = road;
        this.scripts = scripts;
    }

    CompletableFuture<Page> browse(Question question) {
        NavigableSet<String> masters = servers.masterIds();
        Place asked = question.after().map(Place::of).orElseGet(() -> new Place(masters.first(), FROM_THE_BEGINNING));
        String master = masters.ceiling(asked.master);
        if (master == null) {
            return CompletableFuture.completedFuture(new Page(List.of(), Optional.empty()));
        }
        // A master that is gone since has no place any more: the next one is looked through from its beginning.
        String cursor = master.equals(asked.master) ? asked.cursor : FROM_THE_BEGINNING;
        return look(question, new Step(master, cursor, question.size()), masters);
    }

    /** One step of {@code SCAN}; a shorter one from the same place, where its records would be too much for a page. */
    private CompletableFuture<Page> look(Question question, Step step, NavigableSet<String> masters) {
        ScanArgs wanted = ScanArgs.Builder.matches(names.pattern(question.tenant(), question.operation()))
                .limit(step.count);
        return servers.master(step.master)
                .thenCompose(commands -> commands.scan(ScanCursor.of(step.cursor), wanted))
                .toCompletableFuture()
                .thenCompose(scanned -> outlines(scanned.getKeys(), question).thenCompose(found -> {
                    long bytes = found.stream().mapToLong(Outline::bytes).sum();
                    return bytes > Page.HEAVIEST && step.count > 1
                            ? look(question, step.shorter(bytes), masters)
                            : fetched(found, question)
                                    .thenApply(seen ->
                                            new Page(seen, next(scanned, step.master, masters), looked(scanned, step)));
                }));
    }

    /** What {@code SCAN} gave, or was told to look at: with a pattern it gives fewer than it looks at. */
    private static int looked(KeyScanCursor<byte[]> scanned, Step step) {
        int given = scanned.getKeys().size();
        return scanned.isFinished() ? given : Math.max(given, step.count);
    }

    /** A step of {@code SCAN}: from where, and how many keys it should look at. */
    private record Step(String master, String cursor, int count) {

        /** By half at least, so that there are few. The shortest step gives what one place of Redis' table has: a few records. */
        Step shorter(long bytes) {
            long fitting = (long) count * Page.HEAVIEST / bytes;
            return new Step(master, cursor, (int) Math.max(1, Math.min(count / 2, fitting)));
        }
    }

    private static Optional<String> next(KeyScanCursor<byte[]> scanned, String master, NavigableSet<String> masters) {
        if (!scanned.isFinished()) {
            return Optional.of(new Place(master, scanned.getCursor()).toString());
        }
        return Optional.ofNullable(masters.higher(master))
                .map(following -> new Place(following, FROM_THE_BEGINNING).toString());
    }

    /** A record that is asked for, and how long it is. */
    private record Outline(RecordId id, long bytes) {}

    private CompletableFuture<List<Outline>> outlines(List<byte[]> keys, Question question) {
        return inTurn(keys, key -> outline(key, question));
    }

    private CompletableFuture<Optional<Outline>> outline(byte[] key, Question question) {
        Optional<RecordId> id = names.idOf(key)
                .filter(some ->
                        question.operation() == null || question.operation().equals(some.operation()));
        if (id.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return road.send(key, commands -> commands.getrange(key, RecordBytes.STATE, RecordBytes.STATE))
                .thenCompose(state -> isWanted(state, question)
                        ? road.send(key, commands -> commands.strlen(key))
                                .thenApply(bytes -> Optional.of(new Outline(id.get(), bytes)))
                        : CompletableFuture.completedFuture(Optional.empty()));
    }

    private CompletableFuture<List<Sighting>> fetched(List<Outline> found, Question question) {
        return inTurn(found, outline -> fetched(outline, question));
    }

    private CompletableFuture<Optional<Sighting>> fetched(Outline outline, Question question) {
        return scripts.run(road, Script.FIND, names.of(outline.id))
                .thenApply(reply -> reply.sighting(outline.id))
                .thenApply(seen -> seen.filter(sighting -> question.matches(sighting.record())))
                .exceptionallyCompose(Browsing::skipUnreadable);
    }

    private static <S, T> CompletableFuture<List<T>> inTurn(
            List<S> all, Function<S, CompletableFuture<Optional<T>>> ask) {
        return goOn(all, ask, new ArrayList<>());
    }

    /** Some of them, a rest, and then the others, in the same list. */
    private static <S, T> CompletableFuture<List<T>> goOn(
            List<S> left, Function<S, CompletableFuture<Optional<T>>> ask, List<T> found) {
        if (left.isEmpty()) {
            return CompletableFuture.completedFuture(found);
        }
        long begin = System.nanoTime();
        int count = Math.min(AT_ONCE, left.size());
        List<CompletableFuture<Optional<T>>> some =
                left.subList(0, count).stream().map(ask).toList();
        return CompletableFuture.allOf(some.toArray(CompletableFuture[]::new))
                .thenComposeAsync(
                        done -> {
                            some.forEach(one -> one.join().ifPresent(found::add));
                            return goOn(left.subList(count, left.size()), ask, found);
                        },
                        whenRested(begin));
    }

    private static Executor whenRested(long begin) {
        return task -> CompletableFuture.delayedExecutor(
                        REST * (System.nanoTime() - begin), TimeUnit.NANOSECONDS, Runnable::run)
                .execute(task);
    }

    /** The rest of a large record stays where it is until its state is known to be asked for. */
    private static boolean isWanted(byte[] state, Question question) {
        List<State> all = List.of(State.values());
        return state.length == 1
                && all.stream().anyMatch(it -> question.states().contains(it) && Codes.of(it) == state[0]);
    }

    /** What a newer version wrote cannot be shown, and must not hide all the others. */
    private static CompletableFuture<Optional<Sighting>> skipUnreadable(Throwable failure) {
        return Failures.of(failure) instanceof UnreadableRecordException
                ? CompletableFuture.completedFuture(Optional.empty())
                : CompletableFuture.failedFuture(failure);
    }

    /** Where a page ended: a master, and how far it was looked through. */
    private record Place(String master, String cursor) {

        static Place of(String word) {
            int end = word.indexOf(SEPARATOR);
            if (end < 0 || !word.substring(end + 1).matches("\\d{1,20}")) {
                throw new InvalidValueException("this is no place where a page of this store ended");
            }
            return new Place(word.substring(0, end), word.substring(end + 1));
        }

        @Override
        public String toString() {
            return master + SEPARATOR + cursor;
        }
    }
}
