// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.redis.Deployment.Stretch;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the lists of what waits for a decision: one, or in a cluster one for each slot, where most are not there. A step is one script.
 *
 * <p>Safe for use by several threads.
 */
final class Doubts {

    private final KeyNames names;
    private final Deployment servers;
    private final Lookers lookers;
    private final Scripts scripts;

    Doubts(KeyNames names, Deployment servers, Lookers lookers, Scripts scripts) {
        this.names = names;
        this.servers = servers;
        this.lookers = lookers;
        this.scripts = scripts;
    }

    CompletableFuture<Page> page(Question question) {
        return lookers.admit(() -> {
            DoubtWalk walk = new DoubtWalk(question, System.nanoTime());
            // Who goes on rests first, too: one question after the other is one long look.
            return question.after().isEmpty() ? goOn(walk) : Lookers.rested(0, () -> goOn(walk));
        });
    }

    private CompletableFuture<Page> goOn(DoubtWalk walk) {
        long begin = System.nanoTime();
        return servers.stretch(walk.slot())
                .toCompletableFuture()
                .thenCompose(stretch -> step(walk, stretch))
                .thenCompose(done -> {
                    long now = System.nanoTime();
                    return walk.isOver(now)
                            ? CompletableFuture.completedFuture(walk.page())
                            : Lookers.rested(now - begin, () -> goOn(walk));
                });
    }

    private CompletableFuture<?> step(DoubtWalk walk, Stretch stretch) {
        return Scripts.look(stretch.server(), Script.DOUBTS, walk.arguments(names, stretch))
                .thenApply(said -> new DoubtStep(said, names))
                .thenCompose(step -> {
                    walk.passes(step, stretch);
                    if (step.elsewhere() > 0) {
                        // Their slots have moved since the driver asked: the next look finds them.
                        servers.lookAgain();
                    }
                    // What cannot be tidied up now is met again by the next one.
                    return step.stale().isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : scripts.check(stretch.server(), step.stale()).exceptionally(failure -> 0L);
                });
    }
}
