// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.Fingerprint;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A decorator that collapses equal claims in flight ("single flight"), so that a burst of retries costs one round trip.
 * Wrong: what the first of them is told is told to all, and "granted" is an answer to one.
 *
 * <p>Harm: a double click that reaches one process while the claim is on its way is granted twice, both with the first
 * one's ticket: both run, and both complete as the same attempt, so that no fence ever sees it (R1, T5, invariant 1).
 */
public final class SharedClaims extends PassingStore {

    private final ConcurrentMap<Flight, CompletableFuture<ClaimAnswer>> flights = new ConcurrentHashMap<>();

    public SharedClaims(IdempotencyStore inner) {
        super(inner);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        Flight flight = new Flight(claim.id(), claim.fingerprint(), claim.rerunBelow());
        CompletableFuture<ClaimAnswer> mine = new CompletableFuture<>();
        CompletableFuture<ClaimAnswer> first = flights.putIfAbsent(flight, mine);
        if (first != null) {
            return first;
        }
        asked(claim).whenComplete((answer, error) -> {
            flights.remove(flight, mine);
            if (error == null) {
                mine.complete(answer);
            } else {
                mine.completeExceptionally(error);
            }
        });
        return mine;
    }

    /** A store that throws instead of failing must not leave its flight behind. */
    private CompletionStage<ClaimAnswer> asked(Claim claim) {
        try {
            return Objects.requireNonNull(inner.claim(claim));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private record Flight(RecordId id, Fingerprint fingerprint, int rerunBelow) {}
}
