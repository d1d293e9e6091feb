// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.HttpPolicyBuilder.required;

import dev.semel.Idempotency;
import dev.semel.SettingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Collects settings; {@link #build()} checks them and names a bad one. Not safe for several threads. */
public final class HttpIdempotencyBuilder {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    final Idempotency engine;
    PolicyFinder policies = head -> Optional.empty();
    TenantResolver tenants = TenantResolver.principalOrShared();
    List<String> keyHeaders = List.of("Idempotency-Key");
    Dialect dialect = Dialect.ietf();
    private long bodyLimit = 64L << 20;
    private int bodyInMemory = 256 << 10;
    private long memory = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);
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

    /** How much memory all bodies together may take; an eighth of the heap by default, at most 256 MiB. Beyond: 503. */
    public HttpIdempotencyBuilder memory(long bytes) {
        memory = bytes;
        return this;
    }

    /** Where larger bodies go; the platform's folder for temporary files by default. */
    public HttpIdempotencyBuilder spillFolder(Path folder) {
        spillFolder = folder;
        return this;
    }

    BufferSettings buffers() {
        return new BufferSettings(new MemoryBudget(memory), bodyInMemory, bodyLimit, spillFolder);
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
        if (tenants == TenantResolver.principalOrShared()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "nobody chose who owns a key: where a request has no authenticated principal,"
                            + " ALL SUCH CLIENTS SHARE THEIR KEYS; choose tenants(principal | header | sole | your own)");
        }
        return new HttpIdempotency(this);
    }
}
