// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/** The store as an operator sees it: answers are waited for. Safe for use by several threads. */
final class Records {

    private final IdempotencyStore store;
    private final Duration limit;
    private final SecureRandom random = new SecureRandom();

    Records(IdempotencyStore store, Duration limit) {
        this.store = store;
        this.limit = limit;
    }

    Guarantees guarantees() {
        return store.guarantees();
    }

    Optional<Sighting> find(RecordId id) {
        return await(store.find(id));
    }

    /** Settles the attempt that was looked at; empty where there is no record. */
    Optional<SettleAnswer> settle(
            RecordId id, int attempt, Settle.Verdict verdict, String who, String why, Duration retention) {
        if (!(store instanceof Settleable settleable)) {
            throw new InvalidEndpointRequestException("this store cannot settle", "the store has no settlements");
        }
        return find(id).map(seen -> {
            // The fence is the store's to judge; the claim only has to be that of the record as it stands.
            ClaimId settlement = new ClaimId(random.nextLong(), random.nextLong());
            return await(settleable.settle(
                    new Settle(id, attempt, seen.record().claimId(), settlement, verdict, who, why, retention)));
        });
    }

    private <T> T await(CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the store does not answer, so that nobody knows; look again", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the store was asked", e);
        }
    }
}
