// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * Everything that an HTTP adapter promises, as sentences, asked over real sockets; numbers in brackets are sections of
 * draft-ietf-httpapi-idempotency-key-header-07. An adapter has a test that extends it (R33):
 *
 * <pre>{@code
 * class AcmeContractTest extends HttpContract {
 *     protected HttpHarness open(HttpStage stage) {
 *         return new AcmeHarness(HttpBench.over(MemoryStore.create()), stage);
 *     }
 * }
 * }</pre>
 *
 * <p>The server is opened once for all tests. It serves these routes, with any method; each handler reads the whole body
 * (but for {@code /ignores}), hands path, query, key and body to the stage, and writes what the stage writes. Keys are
 * required unless it says otherwise, POST and PATCH are protected, a tenant is the value of {@code X-Tenant}, a doubt runs
 * again, an answer waits 10 s for its record; {@link HttpBench} has all of that for adapters in the same process.
 *
 * <table>
 * <caption>Routes</caption>
 * <tr><th>path</th><th>operation</th><th>what is special</th></tr>
 * <tr><td>{@code /echo}, {@code /echo/**}</td><td>{@code kit.echo}</td><td></td></tr>
 * <tr><td>{@code /optional}</td><td>{@code kit.optional}</td><td>the key is optional</td></tr>
 * <tr><td>{@code /held}</td><td>{@code kit.held}</td><td>a doubt is held; the handler throws</td></tr>
 * <tr><td>{@code /open}</td><td>{@code kit.open}</td><td>fails open</td></tr>
 * <tr><td>{@code /waits}</td><td>{@code kit.waits}</td><td>a retry waits for up to 20 s</td></tr>
 * <tr><td>{@code /large}</td><td>{@code kit.large}</td><td>keeps answers up to 64 KiB</td></tr>
 * <tr><td>{@code /stream}</td><td>{@code kit.stream}</td><td>keeps answers up to 64 KiB; flushes when the stage does</td></tr>
 * <tr><td>{@code /hasty}</td><td>{@code kit.hasty}</td><td>an answer waits 200 ms for its record</td></tr>
 * <tr><td>{@code /canonical}</td><td>{@code kit.canonical}</td><td>the fingerprint covers the canonical JSON</td></tr>
 * <tr><td>{@code /signature}</td><td>{@code kit.signature}</td><td>the fingerprint covers the members {@code /amount} and
 *     {@code /currency}</td></tr>
 * <tr><td>{@code /member}</td><td>{@code kit.member}</td><td>the key is the member {@code /idempotency_key} of the body</td></tr>
 * <tr><td>{@code /throws}, {@code /throws-late}</td><td>{@code kit.plain}</td><td>what the stage throws leaves the handler, also
 *     when the answer has begun to leave</td></tr>
 * <tr><td>{@code /ignores}</td><td>{@code kit.plain}</td><td>the handler does not touch the body, and hands in an empty one</td></tr>
 * <tr><td>{@code /form}</td><td>{@code kit.plain}</td><td>the handler reads parameters by its framework's means, and hands in a line
 *     {@code name=value} for each value, sorted by name</td></tr>
 * <tr><td>{@code /upload}</td><td>{@code kit.plain}</td><td>the handler reads parts by its framework's means, and hands in a line
 *     {@code name size} for each, in order</td></tr>
 * <tr><td>{@code /slow}, {@code /answer}, {@code /cookies}, {@code /redirect}</td><td>{@code kit.plain}</td><td></td></tr>
 * </table>
 *
 * <p>Bodies are taken up to 12 MiB and kept in memory up to 64 KiB each and 1 MiB together. The server has threads for 64
 * requests at once. All tests carry the tags {@code http} and {@code contract}, and those that another server below the same
 * adapter could break also {@code server}.
 */
@Tag("http")
@Tag("contract")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HttpContract {

    /** The tag of what another server below the same adapter could break: a choice for adapters that have several. */
    static final String SERVER = "server";

    private final HttpStage stage = new HttpStage();
    private @Nullable HttpHarness harness;

    /** Starts the server, whose handlers let this stage play. */
    protected abstract HttpHarness open(HttpStage stage) throws Exception;

    @BeforeAll
    void openHarness() throws Exception {
        harness = open(stage);
    }

    @AfterAll
    void closeHarness() {
        if (harness != null) {
            harness.close();
        }
    }

    final HttpHarness harness() {
        if (harness == null) {
            throw new IllegalStateException("a server is there during the tests only");
        }
        return harness;
    }

    @Nested
    @DisplayName("The key")
    class Keys extends KeyRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("A retry")
    class Replays extends ReplayRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("A key that is used twice")
    class Mismatches extends MismatchRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("A duplicate in flight")
    class InFlight extends InFlightRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("The request's body")
    class Bodies extends BodyRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("A client that hangs up")
    class Clients extends ClientRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("A failure")
    class Failures extends FailureRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("What is too much")
    class Sizes extends SizeRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }

    @Nested
    @DisplayName("A problem")
    class Problems extends ProblemRules {
        @Override
        HttpHarness harness() {
            return HttpContract.this.harness();
        }

        @Override
        HttpStage stage() {
            return stage;
        }
    }
}
