// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import dev.semel.servers.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One stage for all tests, since its service takes seconds to start. The service has its own patience with the provider: with less,
 * a busy machine would be a provider that does not answer.
 */
final class StageAtWork {

    static final Duration SLOW = Duration.ofMillis(300);

    private static final class Started {
        static final Stage STAGE = start();
    }

    private StageAtWork() {}

    static Stage stage() {
        return Started.STAGE;
    }

    private static Stage start() {
        try {
            Path ledger = Files.createTempDirectory("payments").resolve("ledger.jsonl");
            // With less, a busy machine would be a store that does not answer, and what is asked once gets 503.
            List<String> patient = List.of("--semel.store-timeout=30s");
            Stage stage = new Stage(0, Postgres.server(), ledger, SLOW, patient);
            Runtime.getRuntime().addShutdownHook(new Thread(stage::close));
            return stage;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
