// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpIdempotencyBuilder;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyMaker;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** One handler behind the filter, in a container, and a client that sends what it is told with one key. */
final class Scene implements AutoCloseable {

    static final Operation OPERATION =
            Operation.named("scene").inDoubt(InDoubt.rerun()).build();

    final AtomicInteger runs = new AtomicInteger();
    private volatile Duration passed = Duration.ZERO;
    private final MemoryStore store =
            MemoryStore.on(() -> InstantSource.system().instant().plus(passed));
    private final Semaphore claims = new Semaphore(0);
    private final Semaphore endings = new Semaphore(0);
    private final Idempotency engine = Idempotency.builder(new Counting(store, claims, endings))
            .developmentMode()
            .withoutLog()
            .drainTime(Duration.ofSeconds(1))
            .build();
    private final Container container;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String key = KeyMaker.uuidV4().next();

    /** What a servlet does. */
    @FunctionalInterface
    interface Handler {
        void handle(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    Scene(Container.Start start, UnaryOperator<IdempotencyFilter> settings, Handler handler) {
        this(start, settings, (request, response, chain) -> chain.doFilter(request, response), handler);
    }

    /** With a filter in front of ours. */
    Scene(Container.Start start, UnaryOperator<IdempotencyFilter> settings, Filter front, Handler handler) {
        this(start, OPERATION, settings, front, handler);
    }

    /** With an operation of its own, which has this scene's name. */
    Scene(
            Container.Start start,
            Operation operation,
            UnaryOperator<IdempotencyFilter> settings,
            Filter front,
            Handler handler) {
        this(start, operation, UnaryOperator.identity(), settings, front, handler);
    }

    /** With other limits, too. */
    Scene(
            Container.Start start,
            Operation operation,
            UnaryOperator<HttpIdempotencyBuilder> limits,
            UnaryOperator<IdempotencyFilter> settings,
            Filter front,
            Handler handler) {
        HttpPolicy policy = HttpPolicy.of(operation);
        HttpIdempotencyBuilder http = HttpIdempotency.builder(engine)
                .policies(head -> head.route().equals("/open") ? Optional.empty() : Optional.of(policy))
                .tenants(TenantResolver.sole());
        IdempotencyFilter ours =
                settings.apply(IdempotencyFilter.of(limits.apply(http).build()));
        container = start.with(new Both(front, ours), new Counted(handler, runs));
    }

    HttpResponse<String> post(String target, String contentType, String body) throws Exception {
        return client.send(request(target, contentType, body), HttpResponse.BodyHandlers.ofString());
    }

    /** The same without a length. */
    HttpResponse<String> postInChunks(String target, String contentType, String body) throws Exception {
        HttpRequest.BodyPublisher chunks = HttpRequest.BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
        HttpRequest request = HttpRequest.newBuilder(request(target, contentType, body), (name, value) -> true)
                .POST(chunks)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Like {@link #post()}, for one who does not wait for the answer. */
    CompletableFuture<HttpResponse<String>> postAsync() {
        return client.sendAsync(request("/", "text/plain", "a body"), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String target, String contentType, String body) {
        return HttpRequest.newBuilder(URI.create(container.uri() + target))
                .header("Idempotency-Key", key)
                .header("Content-Type", contentType)
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** The same with a header more. */
    HttpResponse<String> post(String target, String contentType, String body, String header, String value)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(request(target, contentType, body), (name, given) -> true)
                .header(header, value)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends the same request again, and reads nothing yet. */
    SlowClient askSlowly() throws IOException {
        return SlowClient.of(container.uri(), key);
    }

    HttpResponse<String> post() throws Exception {
        return post("/", "text/plain", "a body");
    }

    URI uri() {
        return container.uri();
    }

    /** Where the container keeps uploads. */
    Path uploads() {
        return container.uploads();
    }

    /** Waits until a request has asked the store. */
    void awaitFirst() throws InterruptedException {
        if (!claims.tryAcquire(1, 30, TimeUnit.SECONDS)) {
            throw new AssertionError("no request has come");
        }
    }

    /** Waits until the first request and a second one have asked the store. */
    void awaitWaiter() throws InterruptedException {
        if (!claims.tryAcquire(2, 30, TimeUnit.SECONDS)) {
            throw new AssertionError("no second request has come");
        }
    }

    /** Waits until so many attempts have told the store how they ended. */
    void awaitEndings(int count) throws InterruptedException {
        if (!endings.tryAcquire(count, 30, TimeUnit.SECONDS)) {
            throw new AssertionError("an attempt has not ended");
        }
    }

    /** As if this process had hung for so long that all leases have lapsed. */
    void lapse() {
        passed = passed.plus(OPERATION.lease().multipliedBy(2));
    }

    State state() {
        RecordId id = new RecordId(Tenant.sole(), "scene", new IdempotencyKey(key));
        return store.find(id)
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .state();
    }

    static boolean isReplay(HttpResponse<?> response) {
        return response.headers().firstValue("Idempotent-Replayed").equals(Optional.of("true"));
    }

    @Override
    public void close() {
        container.close();
        engine.close();
    }

    /** A store that tells of each claim and each ending that it has answered. */
    private record Counting(MemoryStore store, Semaphore claims, Semaphore endings) implements IdempotencyStore {

        @Override
        public CompletionStage<ClaimAnswer> claim(Claim claim) {
            CompletionStage<ClaimAnswer> answer = store.claim(claim);
            claims.release();
            return answer;
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            CompletionStage<FinishAnswer> answer = store.finish(finish);
            endings.release();
            return answer;
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            return store.renew(batch);
        }

        @Override
        public CompletionStage<Boolean> abandon(Abandon abandon) {
            return store.abandon(abandon);
        }

        @Override
        public CompletionStage<Optional<Sighting>> find(RecordId id) {
            return store.find(id);
        }

        @Override
        public Guarantees guarantees() {
            return store.guarantees();
        }
    }

    /** One filter in front of another. */
    private record Both(Filter front, Filter ours) implements Filter {
        @Override
        public void doFilter(
                jakarta.servlet.ServletRequest request, jakarta.servlet.ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            front.doFilter(request, response, (passed, given) -> ours.doFilter(passed, given, chain));
        }
    }

    private static final class Counted extends HttpServlet {

        @Serial
        private static final long serialVersionUID = 1;

        private final transient Handler handler;
        private final AtomicInteger runs;

        Counted(Handler handler, AtomicInteger runs) {
            this.handler = handler;
            this.runs = runs;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            if (request.getDispatcherType() == jakarta.servlet.DispatcherType.REQUEST) {
                runs.incrementAndGet();
            }
            handler.handle(request, response);
        }
    }
}
