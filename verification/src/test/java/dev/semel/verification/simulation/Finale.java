// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Admission;
import dev.semel.internal.EngineProbe;
import java.time.Duration;
import java.util.List;

/** When nothing goes wrong any more, retries bring every key to its end, and no engine keeps anything. */
final class Finale {

    private static final int MOST_TRIES = 300;
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final World world;
    private final Story story;
    private final Host host;

    Finale(World world, Story story) {
        this.world = world;
        this.story = story;
        this.host = world.hosts().fresh();
    }

    void play() {
        story.names().forEach(name -> retry(name, false, MOST_TRIES));
    }

    private void retry(Story.Name name, boolean otherPayload, int tries) {
        if (tries == 0) {
            world.violated("liveness: a key is stuck, " + world.words().of(name.id()));
            return;
        }
        Request request = new Request(
                world,
                host,
                name.policy(),
                world.intent(host, name.policy(), name, otherPayload),
                got -> react(name, otherPayload, tries - 1, got));
        world.request(request, false);
    }

    private void react(Story.Name name, boolean otherPayload, int tries, Admission got) {
        Duration pause = Duration.ZERO;
        boolean other = otherPayload;
        if (got instanceof Admission.Replay || got instanceof Admission.ExpiredKey) {
            return;
        } else if (got instanceof Admission.Conflict conflict) {
            pause = conflict.retryAfter();
        } else if (got instanceof Admission.Unavailable unavailable) {
            pause = unavailable.retryAfter();
        } else if (got instanceof Admission.Held) {
            world.operator().settle(name.policy(), name.id());
        } else if (got instanceof Admission.Mismatch) {
            other = !other;
        }
        boolean payload = other;
        // A run is followed by one more try, which must be a replay.
        world.loop().after(pause.plus(MOMENT).toNanos(), null, () -> retry(name, payload, tries));
    }

    /** Nothing happens any more: nobody waits for an answer, and no engine keeps anything. */
    void check() {
        for (Request request : world.requests()) {
            if (request.isOpen()) {
                world.violated("liveness: a client was never answered, "
                        + world.words().of(request.intent()) + " at "
                        + request.host().name());
            }
        }
        if (!world.grants().allSignalled()) {
            world.violated("R10: an attempt lost its key and its signal was not raised");
        }
        for (Host each : world.hosts().all()) {
            List<String> left = each.isAlive() ? EngineProbe.leftovers(each.engine(), each.hung()) : List.of();
            if (!left.isEmpty()) {
                world.violated("leak: " + each.name() + " keeps " + left);
            }
        }
    }
}
