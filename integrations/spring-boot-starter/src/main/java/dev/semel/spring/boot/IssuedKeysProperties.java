// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.IssuedKeys;
import dev.semel.key.KeyIssuer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the keys that the application issues, for operations that accept no others.
 *
 * @param secret Secret that signs keys, at least 16 characters, the same for all processes that issue or accept them. Without one none are issued.
 * @param previousSecret Secret that signed the keys of sessions which began before "since".
 * @param since Instant from which on the secret counts, such as 2030-01-31T12:00:00Z; only with a previous one.
 * @param lifetime How long work can begin under a key.
 * @param margin How far the clock by which a session began may differ from the store's.
 * @param remembered How long a session keeps its key: longer than any answer that is given under it, and than what is held waits to be settled.
 */
record IssuedKeysProperties(
        @Nullable String secret,
        @Nullable String previousSecret,
        @Nullable Instant since,
        Duration lifetime,
        Duration margin,
        Duration remembered) {

    /** What holds where nothing is set; made as the binder makes it. */
    @SuppressWarnings("NullAway")
    static final IssuedKeysProperties DEFAULTS = new IssuedKeysProperties(null, null, null, null, null, null);

    private static final String PREFIX = "semel.issued-keys";

    public IssuedKeysProperties {
        lifetime = Objects.requireNonNullElse(lifetime, Duration.ofMinutes(30));
        margin = Objects.requireNonNullElse(margin, Duration.ofMinutes(5));
        remembered = Objects.requireNonNullElse(remembered, Duration.ofDays(35));
    }

    /** What is issued and accepted. */
    IssuedKeys keys() {
        if ((previousSecret == null) != (since == null)) {
            throw new SetupException(
                    "semel.issued-keys.previous-secret and semel.issued-keys.since come together: one secret counts until"
                            + " that instant, and the other from then on.",
                    "Set both, or neither.");
        }
        KeyIssuer issuer = previousSecret == null || since == null
                ? of("semel.issued-keys.secret", () -> KeyIssuer.withSecret(bytes(secret)))
                : rotated(previousSecret, since);
        return of(PREFIX, () -> new IssuedKeys(issuer, lifetime, margin));
    }

    private KeyIssuer rotated(String previous, Instant from) {
        KeyIssuer before = of("semel.issued-keys.previous-secret", () -> KeyIssuer.withSecret(bytes(previous)));
        return of("semel.issued-keys.secret", () -> before.rotatedTo(bytes(secret), from));
    }

    private static byte[] bytes(@Nullable String secret) {
        return secret == null ? new byte[0] : secret.getBytes(StandardCharsets.UTF_8);
    }

    private static <T> T of(String property, Supplier<T> build) {
        try {
            return build.get();
        } catch (IllegalArgumentException e) {
            throw new SetupException(
                    property + " cannot be used: " + e.getMessage(), "Change what is set below " + PREFIX + ".", e);
        }
    }

    /** Shows nothing: there are secrets in it. */
    @Override
    public String toString() {
        return "IssuedKeysProperties[…]";
    }
}
