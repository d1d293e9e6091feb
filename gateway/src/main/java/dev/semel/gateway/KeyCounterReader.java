// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.IssuedKeys;
import dev.semel.Operation;
import dev.semel.http.HttpPolicy;
import dev.semel.http.KeyDesk;
import dev.semel.key.KeyIssuer;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** Reads which keys the gateway, or a service beside it, issues, and where clients get them. */
final class KeyCounterReader {

    static final String SETTING = "issued-keys";

    private static final String SECRET = "secret";
    private static final String PREVIOUS = "previous-secret";
    private static final String SINCE = "since";
    private static final Duration LIFETIME = Duration.ofMinutes(30);
    private static final Duration MARGIN = Duration.ofMinutes(5);

    private final Section section;
    private final IssuedKeys keys;
    private final Optional<String> path;

    private KeyCounterReader(Section section) {
        this.section = section;
        KeyIssuer issuer = issuer(section);
        Duration lifetime = section.duration("lifetime").orElse(LIFETIME);
        Duration margin = section.duration("margin").orElse(MARGIN);
        this.path = section.find("path", KeyCounterReader::path);
        section.done();
        try {
            this.keys = new IssuedKeys(issuer, lifetime, margin);
        } catch (IllegalArgumentException e) {
            throw section.bad("lifetime", "cannot be so: " + e.getMessage());
        }
    }

    static Optional<KeyCounterReader> of(Section root) {
        return root.has(SETTING) ? Optional.of(new KeyCounterReader(root.section(SETTING))) : Optional.empty();
    }

    /** What routes with {@code key-rules: issued} accept. */
    IssuedKeys keys() {
        return keys;
    }

    /** Where clients get keys, unless a service issues them itself; it takes routes that accept them. */
    Optional<KeyCounter> counter(List<Route> routes) {
        Operation[] accepting = routes.stream()
                .flatMap(route -> route.policy().stream())
                .map(HttpPolicy::operation)
                .filter(operation -> operation.issuedKeys().isPresent())
                .toArray(Operation[]::new);
        if (accepting.length == 0) {
            throw section.bad(SECRET, "signs keys that no route accepts; a route does with \"key-rules: issued\"");
        }
        return path.map(where -> new KeyCounter(where, KeyDesk.of(keys, accepting)));
    }

    private static KeyIssuer issuer(Section section) {
        section.text(SECRET);
        boolean rotates = section.has(PREVIOUS);
        if (rotates != section.has(SINCE)) {
            throw section.bad(
                    rotates ? PREVIOUS : SINCE,
                    "comes with " + (rotates ? SINCE : PREVIOUS)
                            + ": from when on the secret counts, and which one did before");
        }
        if (!rotates) {
            return section.find(SECRET, KeyCounterReader::issuer).orElseThrow();
        }
        Instant since = section.find(SINCE, KeyCounterReader::instant).orElseThrow();
        KeyIssuer previous = section.find(PREVIOUS, KeyCounterReader::issuer).orElseThrow();
        return section.find(SECRET, secret -> previous.rotatedTo(secret.getBytes(UTF_8), since))
                .orElseThrow();
    }

    private static KeyIssuer issuer(String secret) {
        return KeyIssuer.withSecret(secret.getBytes(UTF_8));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("it is an instant such as 2030-01-31T12:00:00Z", e);
        }
    }

    /** One path, which is compared as it is. */
    private static String path(String text) {
        if (!text.startsWith("/") || text.indexOf('{') >= 0 || text.indexOf('*') >= 0 || text.indexOf('?') >= 0) {
            throw new IllegalArgumentException("it is one path, such as /v1/keys");
        }
        return text;
    }
}
