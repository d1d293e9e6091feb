// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Where records live. Each method is one atomic operation of the store with the effect that
 * {@link dev.semel.state.Transitions} describes, judged by the store's own clock (R1, R12).
 *
 * <p>Implementations are safe for use by several threads, never block the caller, and never wait for another attempt. A
 * stage may complete on any thread. A stage that fails means <em>unknown</em>: the effect may or may not have happened,
 * so a claim or a finish that is sent again must recognise itself. It fails with {@link StoreUnavailableException} when
 * the store cannot be reached or is full, and with {@link UnreadableRecordException} when there is a record that cannot
 * be read; such a record is never overwritten.
 */
public interface IdempotencyStore {

    /** Decides who runs, records it, and brings back the record that the claim lost to: one round trip (R2). */
    CompletionStage<ClaimAnswer> claim(Claim claim);

    /** Ends an attempt if it is still the current one (R10). */
    CompletionStage<FinishAnswer> finish(Finish finish);

    /** Renews many leases at once, with an answer for each in the same order; one bad lease does not spoil the rest. */
    CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch);

    /** Frees what a claim took whose caller gave up; true when there was something to free (R7). */
    CompletionStage<Boolean> abandon(Abandon abandon);

    /** Looks a record up without changing anything; an expired one is not found. */
    CompletionStage<Optional<Sighting>> find(RecordId id);

    /** What this store, as it is deployed, promises (R30). */
    Guarantees guarantees();
}
