// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** What the groups of {@link HttpContract} share. */
abstract class HttpRules {

    abstract HttpHarness harness();

    abstract HttpStage stage();

    final Connection connect() {
        return Connection.to(harness().uri());
    }

    /** Sends the request on a connection of its own. */
    final Seen call(Request request) {
        try (Connection connection = connect()) {
            return connection.call(request);
        }
    }

    final void assertRan(Request request, int times) {
        assertThat(stage().runs(request.key())).as("runs of the handler").isEqualTo(times);
    }

    /** The answer is a saved one, the same as the first in everything that is kept. */
    final void assertReplays(Seen first, Seen again) {
        assertThat(again.isReplay()).as("marked as replayed: %s", again).isTrue();
        assertThat(again.status()).as("status of %s", again).isEqualTo(first.status());
        assertThat(again.body()).as("body of %s beside %s", again, first).isEqualTo(first.body());
        for (String name : new String[] {"Content-Type", "Location", "X-Run", "X-Mark", "X-Many"}) {
            assertThat(again.all(name)).as("%s of %s", name, again).isEqualTo(first.all(name));
        }
    }

    final void assertRunsOnce(Request request) {
        Seen first = call(request);
        assertThat(first.isReplay())
                .as("the first answer is its own: %s", first)
                .isFalse();
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    /** The record of a request to a route of this operation; the kit's one tenant. */
    final Optional<Sighting> record(Request request, String operation) {
        RecordId id = new RecordId(new Tenant("kit"), "kit." + operation, new IdempotencyKey(request.key()));
        try {
            return harness().store().find(id).toCompletableFuture().get(HttpStage.patience(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while looking at a record", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the store could not be looked at", e);
        }
    }

    /** Waits until the record is in this state: endings may be written after a client has gone. */
    final void awaitState(Request request, String operation, State state) {
        long until = System.nanoTime() + HttpStage.patience() * 1_000_000_000L;
        Optional<State> seen = Optional.empty();
        while (System.nanoTime() < until) {
            seen = record(request, operation).map(sighting -> sighting.record().state());
            if (seen.equals(Optional.of(state))) {
                return;
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new AssertionError("the record should become " + state + ", and is " + seen);
    }
}
