// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.spi.IdempotencyStore;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Lets time pass as for a server whose clock cannot be set: it ages the instants that decide, and only those. */
final class FrugalHarness implements StoreHarness {

    private final Map<RecordId, KeyRecord> records = new ConcurrentHashMap<>();
    private final ExecutorService server = Executors.newSingleThreadExecutor();
    private final IdempotencyStore store = new FrugalStore(records, server);
    private final IdempotencyStore another = new FrugalStore(records, server);

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return another;
    }

    @Override
    public void elapse(Duration duration) {
        records.replaceAll((id, record) -> aged(record, duration));
    }

    private static KeyRecord aged(KeyRecord record, Duration duration) {
        boolean never = record.expiresAt().equals(KeyRecord.NEVER);
        return new KeyRecord(
                record.id(),
                record.state(),
                record.fingerprint(),
                record.attempt(),
                record.claimId(),
                record.reason(),
                record.answer(),
                record.createdAt(),
                record.leaseUntil().minus(duration),
                never ? KeyRecord.NEVER : record.expiresAt().minus(duration),
                record.history());
    }

    /** Looking is when such a store drops what has expired. */
    @Override
    public long stored() {
        Instant now = Instant.now();
        records.values().removeIf(record -> record.expiredAt(now));
        return records.size();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
