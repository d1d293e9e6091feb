// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides where records are kept: where {@code semel.store} says, else on the one thing that the application has and that can
 * do it, else in memory. Where there are several it does not guess: whoever guesses wrong has two truths after a deploy.
 */
final class StoreFinder {

    private static final System.Logger LOG = System.getLogger("dev.semel.spring");

    private final SemelProperties properties;
    private final DataSources dataSources;
    private final RedisSources redis;

    StoreFinder(SemelProperties properties, DataSources dataSources, RedisSources redis) {
        this.properties = properties;
        this.dataSources = dataSources;
        this.redis = redis;
    }

    IdempotencyStore open() {
        StoreSource source = properties.store() == null ? found() : chosen(properties.store());
        LOG.log(System.Logger.Level.INFO, "idempotency records are kept in {0}", source.description());
        return source.opening().get();
    }

    private StoreSource found() {
        List<StoreSource> candidates = new ArrayList<>();
        dataSources.find().ifPresent(candidates::add);
        redisBeside(candidates).ifPresent(candidates::add);
        if (candidates.size() > 1) {
            throw new SetupException(
                    "Idempotency records could be kept in "
                            + candidates.stream().map(StoreSource::description).collect(Collectors.joining(", or in "))
                            + ".",
                    "Say which: "
                            + candidates.stream()
                                    .map(source ->
                                            "semel.store=" + source.kind().property())
                                    .collect(Collectors.joining(", or "))
                            + ". Do not change it later: retries would not find the records that are there.");
        }
        return candidates.isEmpty() ? inMemory() : candidates.get(0);
    }

    /** Whoever names the other store need not say which Redis is meant. */
    private Optional<StoreSource> redisBeside(List<StoreSource> others) {
        try {
            return redis.find();
        } catch (SetupException unclear) {
            if (others.isEmpty()) {
                throw unclear;
            }
            StoreSource other = others.get(0);
            throw new SetupException(
                    "Idempotency records could be kept in " + other.description() + ", or in Redis. "
                            + unclear.getMessage(),
                    "Say which: semel.store=" + other.kind().property() + ", or semel.store=redis, and then: "
                            + unclear.action(),
                    unclear);
        }
    }

    private StoreSource chosen(StoreKind kind) {
        return switch (kind) {
            case MEMORY -> inMemory();
            case REDIS ->
                required(redis.find(), "semel.store is redis, and there is no Redis to use.", RedisSources.ACTION);
            case SQLITE -> dataSources.sqlite();
            case POSTGRESQL, MYSQL, MARIADB -> dataSources.of(kind);
        };
    }

    private static StoreSource required(Optional<StoreSource> source, String description, String action) {
        return source.orElseThrow(() -> new SetupException(description, action));
    }

    /** The engine says aloud what that means, unless it is told that this is development. */
    private static StoreSource inMemory() {
        return new StoreSource(StoreKind.MEMORY, "the memory of this process", MemoryStore::create);
    }
}
