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
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Looks through the records with {@code SCAN}, one master after the other, and never with {@code KEYS}, which would hold
 * everybody up. Only records whose state is asked for are fetched.
 */
final class Browsing {

    private static final String FROM_THE_BEGINNING = "0";
    private static final char SEPARATOR = '/';

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
        ScanArgs wanted = ScanArgs.Builder.matches(names.pattern(question.tenant(), question.operation()))
                .limit(question.size());
        return servers.master(master)
                .thenCompose(commands -> commands.scan(ScanCursor.of(cursor), wanted))
                .toCompletableFuture()
                .thenCompose(scanned -> fetched(scanned.getKeys(), question)
                        .thenApply(found -> new Page(found, next(scanned, master, masters))));
    }

    private static Optional<String> next(KeyScanCursor<byte[]> scanned, String master, NavigableSet<String> masters) {
        if (!scanned.isFinished()) {
            return Optional.of(new Place(master, scanned.getCursor()).toString());
        }
        return Optional.ofNullable(masters.higher(master))
                .map(following -> new Place(following, FROM_THE_BEGINNING).toString());
    }

    private CompletableFuture<List<Sighting>> fetched(List<byte[]> keys, Question question) {
        List<CompletableFuture<Optional<Sighting>>> looks =
                keys.stream().map(key -> fetched(key, question)).toList();
        return CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new))
                .thenApply(all ->
                        looks.stream().flatMap(look -> look.join().stream()).toList());
    }

    private CompletableFuture<Optional<Sighting>> fetched(byte[] key, Question question) {
        Optional<RecordId> id = names.idOf(key)
                .filter(some ->
                        question.operation() == null || question.operation().equals(some.operation()));
        if (id.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return road.send(key, commands -> commands.getrange(key, RecordBytes.STATE, RecordBytes.STATE))
                .thenCompose(state -> isWanted(state, question)
                        ? scripts.run(road, Script.FIND, key).thenApply(reply -> reply.sighting(id.get()))
                        : CompletableFuture.completedFuture(Optional.<Sighting>empty()))
                .thenApply(seen -> seen.filter(sighting -> question.matches(sighting.record())))
                .exceptionallyCompose(Browsing::skipUnreadable);
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
