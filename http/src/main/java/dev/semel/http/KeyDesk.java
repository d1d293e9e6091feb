// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.IssuedKey;
import dev.semel.IssuedKeys;
import dev.semel.Operation;
import dev.semel.SessionKeys;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;

/**
 * Issues keys over HTTP, for adapters that serve a path of their own: a POST whose JSON body names a session gets the key of
 * that session, each time the same (R25). It is an operation as any other, whose key is the session and whose saved answer
 * is the issued key: who asks again gets it replayed. Immutable and safe for use by several threads.
 *
 * <p>An adapter gives {@link #policy()} to the requests of that path, and answers those that run with {@link #answer}.
 */
public final class KeyDesk {

    private static final String SESSION = "/session";
    private static final int LONGEST_BODY = 4096;

    private final IssuedKeys keys;
    private final HttpPolicy policy;

    private KeyDesk(IssuedKeys keys, HttpPolicy policy) {
        this.keys = keys;
        this.policy = policy;
    }

    /**
     * A desk for the operations that accept its keys.
     *
     * @throws dev.semel.SettingException if one of them accepts other keys, or there is none
     */
    public static KeyDesk of(IssuedKeys keys, Operation... operations) {
        HttpPolicy policy = HttpPolicy.builder(SessionKeys.operation(keys, operations))
                .methods("POST")
                .keyInBody(SESSION)
                .bodyLimit(LONGEST_BODY)
                .issuingKeys()
                .build();
        return new KeyDesk(keys, policy);
    }

    /** What the requests that ask for keys are protected by. */
    public HttpPolicy policy() {
        return policy;
    }

    /**
     * The answer to a request that runs: end the exchange with it, and send what that says. Where another attempt was lost on
     * its way, it is the same answer: a key's birth is when its session was first seen, by the store's clock.
     */
    public HttpAnswer answer(Exchange exchange) {
        IssuedKey key =
                keys.issue(exchange.intent().tenant(), exchange.intent().key().value(), exchange.ticket());
        String json = "{\"key\":" + JsonText.quoted(key.value()) + ",\"expires\":"
                + JsonText.quoted(key.expires().truncatedTo(ChronoUnit.SECONDS).toString()) + "}";
        return HttpAnswer.owning(
                200,
                Headers.of("Content-Type", "application/json").and("Cache-Control", "no-store"),
                json.getBytes(StandardCharsets.UTF_8));
    }
}
