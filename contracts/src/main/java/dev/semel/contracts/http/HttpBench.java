// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.http.BodyFingerprint;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import dev.semel.http.TenantResolver;
import dev.semel.spi.IdempotencyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an in-process adapter is set up with: an engine over a store that can be made to fail, and the policies of the kit's
 * routes. Limits are small, so that reaching them takes little.
 */
public final class HttpBench implements AutoCloseable {

    /** Bodies up to this many bytes are taken; more is refused. */
    static final int BODY_LIMIT = 12 << 20;

    /** Answers up to this many bytes are kept, with their headers, on the routes {@code /large} and {@code /stream}. */
    static final int ANSWER_LIMIT = 64 << 10;

    /** A body of this many bytes stays in memory. */
    static final int IN_MEMORY = 64 << 10;

    /** How much memory all bodies may take together. */
    static final int MEMORY = 1 << 20;

    private final IdempotencyStore store;
    private final CutOffStore line;
    private final Idempotency engine;
    private final Path folder;
    private final HttpIdempotency http;

    private HttpBench(IdempotencyStore store) {
        this.store = store;
        this.line = new CutOffStore(store);
        this.engine = Idempotency.builder(line)
                .developmentMode()
                .withoutLog()
                .drainTime(Duration.ofSeconds(1))
                .storeTimeout(Duration.ofSeconds(10))
                .build();
        this.folder = temporaryFolder();
        this.http = HttpIdempotency.builder(engine)
                .policies(routes())
                .tenants(TenantResolver.header("X-Tenant"))
                .bodyLimit(BODY_LIMIT)
                .bodyInMemory(IN_MEMORY)
                .memory(MEMORY)
                .spillFolder(folder)
                .build();
    }

    /** A bench over this store, which is not closed with it. */
    public static HttpBench over(IdempotencyStore store) {
        return new HttpBench(store);
    }

    /** What the adapter is built around. */
    public HttpIdempotency http() {
        return http;
    }

    /** The store, for {@link HttpHarness#store()}. */
    public IdempotencyStore store() {
        return store;
    }

    /** For {@link HttpHarness#outage}. */
    public void outage(HttpHarness.Outage outage) {
        line.outage(outage);
    }

    private static Routes routes() {
        return Routes.builder()
                .route("/echo", HttpPolicy.of(named("echo").build()))
                .route("/echo/**", HttpPolicy.of(named("echo").build()))
                .route(
                        "/optional",
                        HttpPolicy.builder(named("optional").build())
                                .keyOptional()
                                .build())
                .route(
                        "/held",
                        HttpPolicy.of(named("held").inDoubt(InDoubt.hold()).build()))
                .route("/open", HttpPolicy.of(named("open").failOpen().build()))
                .route(
                        "/waits",
                        HttpPolicy.of(named("waits").inFlight(waiting()).build()))
                .route(
                        "/large",
                        HttpPolicy.of(named("large").answerLimit(ANSWER_LIMIT).build()))
                .route(
                        "/stream",
                        HttpPolicy.of(named("stream").answerLimit(ANSWER_LIMIT).build()))
                .route(
                        "/hasty",
                        HttpPolicy.of(named("hasty")
                                .completionWait(Duration.ofMillis(200))
                                .build()))
                .route("/canonical", meaning("canonical", BodyFingerprint.canonicalJson()))
                .route("/signature", meaning("signature", BodyFingerprint.pointers("/amount", "/currency")))
                .route(
                        "/member",
                        HttpPolicy.builder(named("member").build())
                                .keyInBody("/idempotency_key")
                                .build())
                .route("/{any}", HttpPolicy.of(named("plain").build()))
                .build();
    }

    private static HttpPolicy meaning(String name, BodyFingerprint fingerprint) {
        return HttpPolicy.builder(named(name).build()).fingerprint(fingerprint).build();
    }

    private static InFlight waiting() {
        return InFlight.waitUpTo(Duration.ofSeconds(HttpStage.patience()));
    }

    private static OperationBuilder named(String name) {
        // Patient: on a busy machine an answer must not be sent before it is recorded, or its retry conflicts.
        return Operation.named("kit." + name).inDoubt(InDoubt.rerun()).completionWait(Duration.ofSeconds(10));
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("semel-http-contract-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the engine, and insists that no temporary file is left. */
    @Override
    public void close() {
        engine.close();
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> left = files.toList();
            for (Path file : left) {
                Files.delete(file);
            }
            Files.delete(folder);
            if (!left.isEmpty()) {
                throw new AssertionError("temporary files are left: " + left);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
