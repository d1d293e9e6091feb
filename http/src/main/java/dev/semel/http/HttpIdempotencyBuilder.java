// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.HttpPolicyBuilder.required;

import dev.semel.Idempotency;
import dev.semel.SettingException;
import dev.semel.event.EventListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects settings; {@link #build()} checks them and names a bad one. Not safe for several threads. */
public final class HttpIdempotencyBuilder {

    private static final int LARGEST_IN_MEMORY = 64 << 20;
    private static final System.Logger LOG = System.getLogger("dev.semel");

    final Idempotency engine;
    PolicyFinder policies = head -> Optional.empty();
    TenantResolver tenants = TenantResolver.principalOrShared();
    List<String> keyHeaders = List.of("Idempotency-Key");
    Dialect dialect = Dialect.ietf();
    final List<EventListener> listeners = new ArrayList<>();
    RequestWatch.Watcher watcher = (head, operation) -> RequestWatch.NONE;
    private boolean tenantsChosen;
    private long bodyLimit = 64L << 20;
    private int bodyInMemory = 256 << 10;
    private long memory = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);
    private @Nullable BufferSettings shared;
    private Path spillFolder = Path.of(System.getProperty("java.io.tmpdir"));

    HttpIdempotencyBuilder(Idempotency engine) {
        this.engine = engine;
    }

    /** Which requests are protected, and how; {@link Routes} decides by path. None by default. */
    public HttpIdempotencyBuilder policies(PolicyFinder policies) {
        this.policies = policies;
        return this;
    }

    /** Who owns a request's key; by default the authenticated principal, or all who have none together (R23). */
    public HttpIdempotencyBuilder tenants(TenantResolver tenants) {
        this.tenants = tenants;
        tenantsChosen = true;
        return this;
    }

    /** Which headers may carry the key: the first of them that a request has counts. {@code Idempotency-Key} by default. */
    public HttpIdempotencyBuilder keyHeaders(String... names) {
        keyHeaders = List.of(names);
        return this;
    }

    /** How problems and replays look; {@link Dialect#ietf()} by default. */
    public HttpIdempotencyBuilder dialect(Dialect dialect) {
        this.dialect = dialect;
        return this;
    }

    /**
     * Hears of requests that are refused before the engine is asked; may be called for several listeners. It is called on the
     * request's thread, so that it must not block; the engine has its own listeners for all that it decides.
     */
    public HttpIdempotencyBuilder listener(EventListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Watches each protected request, for spans and their like; nobody does by default. */
    public HttpIdempotencyBuilder watcher(RequestWatch.Watcher watcher) {
        this.watcher = watcher;
        return this;
    }

    /** How many bytes the body of a protected request may have; 64 MiB by default. Beyond: 413. */
    public HttpIdempotencyBuilder bodyLimit(long bytes) {
        bodyLimit = bytes;
        return this;
    }

    /** How many bytes of one body are kept in memory; 256 KiB by default. A larger one goes to a temporary file. */
    public HttpIdempotencyBuilder bodyInMemory(int bytes) {
        bodyInMemory = bytes;
        return this;
    }

    /**
     * How much memory all bodies together may take, and how much again all answers that are being saved or sent; an eighth of
     * the heap by default, at most 256 MiB. Beyond: 503 for a request or a replay; an answer waits, or is not kept.
     */
    public HttpIdempotencyBuilder memory(long bytes) {
        memory = bytes;
        return this;
    }

    /**
     * Takes the memory for bodies from what another one has, instead of having some of its own: for a configuration that takes
     * over from another while requests of that one are still under way.
     */
    public HttpIdempotencyBuilder sharingMemoryOf(HttpIdempotency other) {
        shared = other.buffers();
        return this;
    }

    /** Where larger bodies go; the platform's folder for temporary files by default. */
    public HttpIdempotencyBuilder spillFolder(Path folder) {
        spillFolder = folder;
        return this;
    }

    BufferSettings buffers() {
        return shared == null
                ? new BufferSettings(
                        new MemoryBudget(memory), new AnswerMemory(memory), bodyInMemory, bodyLimit, spillFolder)
                : new BufferSettings(shared.budget(), shared.answers(), bodyInMemory, bodyLimit, spillFolder);
    }

    /**
     * Checks everything and builds.
     *
     * @throws SettingException naming the bad setting
     */
    public HttpIdempotency build() {
        required("engine", engine);
        required("policies", policies);
        required("tenants", tenants);
        required("dialect", dialect);
        required("watcher", watcher);
        required("spillFolder", spillFolder);
        listeners.forEach(listener -> required("listener", listener));
        checkKeyHeaders();
        checkSizes();
        warnOfSharedKeys();
        return new HttpIdempotency(this);
    }

    private void checkKeyHeaders() {
        if (keyHeaders.isEmpty()) {
            throw new SettingException("keyHeaders", "needs at least one name");
        }
        for (String name : keyHeaders) {
            if (!Tokens.isToken(name)) {
                throw new SettingException("keyHeaders", "a header's name is a token such as Idempotency-Key");
            }
        }
    }

    private void checkSizes() {
        if (bodyLimit < 0) {
            throw new SettingException("bodyLimit", "is " + bodyLimit + ", cannot be negative");
        }
        if (bodyInMemory < 0 || bodyInMemory > LARGEST_IN_MEMORY) {
            throw new SettingException(
                    "bodyInMemory", "is " + bodyInMemory + ", must be 0 to " + LARGEST_IN_MEMORY + " bytes");
        }
        if (memory < 1) {
            throw new SettingException("memory", "is " + memory + ", must be at least 1");
        }
    }

    /** Whoever knows another's key would get that one's answer, and nobody has said that this is meant. */
    private void warnOfSharedKeys() {
        if (!tenantsChosen) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "nobody chose who owns a key: where a request has no authenticated principal,"
                            + " ALL SUCH CLIENTS SHARE THEIR KEYS; choose tenants(principal | header | sole | your own)");
        }
    }
}
