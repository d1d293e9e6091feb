// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** What the tests of sealed stores say to a store. */
final class Scene {

    static final Duration LEASE = Duration.ofMinutes(5);
    static final Duration RETENTION = Duration.ofDays(1);
    private static final AtomicLong CLAIMS = new AtomicLong();

    private Scene() {}

    static RecordId id(String tenant, String key) {
        return new RecordId(new Tenant(tenant), "charges.create", new IdempotencyKey(key));
    }

    static Saved text(String text) {
        return Saved.of("text/plain; secret=type", text.getBytes(StandardCharsets.UTF_8));
    }

    static Claim claim(RecordId id) {
        return new Claim(
                id,
                Fingerprint.of("payload"),
                new ClaimId(1, CLAIMS.incrementAndGet()),
                LEASE,
                LEASE,
                RETENTION,
                OnDoubt.TAKE,
                0,
                null);
    }

    static Finish saving(KeyRecord record, Saved saved) {
        return ending(record, new Ending.Save(true, saved, 0));
    }

    static Finish ending(KeyRecord record, Ending ending) {
        return new Finish(record.id(), record.attempt(), record.claimId(), ending, RETENTION, OnDoubt.TAKE);
    }

    static KeyRecord granted(IdempotencyStore store, RecordId id) {
        return ((ClaimAnswer.Granted) said(store.claim(claim(id)))).sighting().record();
    }

    /** Claims and saves, and gives what the store answered. */
    static Saved save(IdempotencyStore store, RecordId id, Saved saved) {
        FinishAnswer answer = said(store.finish(saving(granted(store, id), saved)));
        return answer(((FinishAnswer.Applied) answer).sighting().record()).saved();
    }

    /** What a later claim gets. */
    static Saved replayed(IdempotencyStore store, RecordId id) {
        return ((ClaimAnswer.Final) said(store.claim(claim(id)))).answer().saved();
    }

    /** As it is kept. */
    static Saved found(IdempotencyStore store, RecordId id) {
        return answer(said(store.find(id)).orElseThrow().record()).saved();
    }

    private static Answer answer(KeyRecord record) {
        Answer answer = record.answer();
        if (answer == null) {
            throw new AssertionError("there is no answer in a record that is " + record.state());
        }
        return answer;
    }

    static <T> T said(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
