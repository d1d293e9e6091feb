// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Looks through the records with {@code SCAN}, one master after the other, and never with {@code KEYS}, which would hold
 * everybody up. A step is one script, which tells nothing of records that are not asked for.
 *
 * <p>Safe for use by several threads.
 */
final class Browsing {

    private final KeyNames names;
    private final Deployment servers;
    private final Road road;
    private final Scripts scripts;
    private final Lookers lookers;
    private final Company company = new Company(System::nanoTime);

    Browsing(KeyNames names, Deployment servers, Lookers lookers, Road road, Scripts scripts) {
        this.names = names;
        this.servers = servers;
        this.lookers = lookers;
        this.road = road;
        this.scripts = scripts;
    }

    CompletableFuture<Page> browse(Question question) {
        return lookers.admit(() -> question.after().isEmpty() ? begun(question) : goneOn(question));
    }

    private CompletableFuture<Page> begun(Question question) {
        long now = System.nanoTime();
        return servers.layout(null)
                .toCompletableFuture()
                .thenCompose(any -> layouts(any.masters())
                        .thenCompose(said -> goOn(Walk.begun(question, any.masters(), said, now))));
    }

    /** Who goes on rests first, too: one question after the other is one long look. */
    private CompletableFuture<Page> goneOn(Question question) {
        long now = System.nanoTime();
        return servers.layout(Walk.beginOf(question))
                .toCompletableFuture()
                .thenCompose(own -> rested(Walk.goingOn(question, own.masters(), now), 0));
    }

    /** What each of these servers says. */
    private CompletableFuture<List<Layout>> layouts(NavigableSet<String> masters) {
        List<CompletableFuture<Layout>> said = masters.stream()
                .map(id -> servers.layout(id).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(said.toArray(CompletableFuture[]::new))
                .thenApply(all -> said.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Page> goOn(Walk walk) {
        long begin = System.nanoTime();
        String master = walk.master();
        walk.hurries(company.isAlone(master));
        return CompletableFuture.completedFuture(master)
                .thenCompose(servers::master)
                .thenCompose(server -> step(walk, master, server))
                .thenCompose(step -> weighed(walk, step)
                        .thenCompose(apart -> walk.passes(step, weightOf(apart))
                                ? seen(walk, step, apart).thenCompose(seen -> rested(walk, System.nanoTime() - begin))
                                : again(walk)));
    }

    private CompletableFuture<Step> step(Walk walk, String master, RedisClusterAsyncCommands<byte[], byte[]> server) {
        byte[][] arguments = walk.arguments(names);
        return Scripts.look(server, Script.LOOK, arguments)
                .thenApply(said -> new Step(said, names))
                .thenCompose(step -> {
                    company.saw(master, step.received(), arguments);
                    return listed(server, step);
                });
    }

    /**
     * What waits for a decision is put on its list, if it is not there: an older version wrote it, or the list was lost, or nobody
     * has asked since its lease ran out.
     */
    private CompletableFuture<Step> listed(RedisClusterAsyncCommands<byte[], byte[]> server, Step step) {
        List<byte[]> waiting = step.here().stream()
                .filter(Browsing::waits)
                .map(sighting -> names.of(sighting.record().id()))
                .toList();
        return waiting.isEmpty()
                ? CompletableFuture.completedFuture(step)
                // Whoever looks wants to see the records, with lists or without.
                : scripts.check(server, waiting).handle((done, failure) -> step);
    }

    private static boolean waits(Sighting sighting) {
        return sighting.record().state() == State.IN_DOUBT || sighting.lapsed();
    }

    /** A step that brought nothing is tried once more at once, shorter. */
    private CompletableFuture<Page> again(Walk walk) {
        return walk.isOver(System.nanoTime()) ? CompletableFuture.completedFuture(walk.page()) : goOn(walk);
    }

    private CompletableFuture<Page> rested(Walk walk, long worked) {
        if (walk.isAtTheEnd()) {
            return layouts(walk.masters()).thenCompose(said -> {
                walk.ends(said);
                return rested(walk, worked);
            });
        }
        if (walk.isOver(System.nanoTime())) {
            return CompletableFuture.completedFuture(walk.page());
        }
        if (company.isAlone(walk.master())) {
            return Lookers.restedAlone(worked, () -> goOn(walk));
        }
        return walk.isInVain() ? Lookers.restedInVain(() -> goOn(walk)) : Lookers.rested(worked, () -> goOn(walk));
    }

    /** What could not be read there is asked about by itself: its slot is on its way to another server, or it is no record. */
    private CompletableFuture<List<Apart>> weighed(Walk walk, Step step) {
        List<CompletableFuture<Optional<Apart>>> apart =
                step.apart().stream().map(id -> weighed(walk, id)).toList();
        return CompletableFuture.allOf(apart.toArray(CompletableFuture[]::new))
                .thenApply(all -> apart.stream()
                        .map(CompletableFuture::join)
                        .flatMap(Optional::stream)
                        .toList());
    }

    private CompletableFuture<Optional<Apart>> weighed(Walk walk, RecordId id) {
        byte[] key = names.of(id);
        return road.send(Request.byteAt(key, RecordBytes.STATE))
                .thenCompose(state -> walk.wants(state)
                        ? road.send(Request.length(key)).thenApply(bytes -> Optional.of(new Apart(id, bytes)))
                        : CompletableFuture.completedFuture(Optional.<Apart>empty()))
                .exceptionallyCompose(Browsing::skipUnreadable);
    }

    private static long weightOf(List<Apart> apart) {
        return apart.stream().mapToLong(Apart::bytes).sum();
    }

    private CompletableFuture<Void> seen(Walk walk, Step step, List<Apart> apart) {
        step.here().forEach(walk::sees);
        return CompletableFuture.allOf(
                apart.stream().map(one -> seenApart(walk, one.id)).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> seenApart(Walk walk, RecordId id) {
        return scripts.run(road, Script.FIND, names.of(id))
                .thenApply(reply -> reply.sighting(id))
                .exceptionallyCompose(Browsing::skipUnreadable)
                .thenAccept(found -> found.ifPresent(walk::sees));
    }

    /** What a newer version wrote cannot be shown, and must not hide all the others. */
    private static <T> CompletableFuture<Optional<T>> skipUnreadable(Throwable failure) {
        return Failures.of(failure) instanceof UnreadableRecordException
                ? CompletableFuture.completedFuture(Optional.empty())
                : CompletableFuture.failedFuture(failure);
    }

    /**
     * A record that is asked for by itself.
     *
     * @param id whose
     * @param bytes how long it is
     */
    private record Apart(RecordId id, long bytes) {}
}
