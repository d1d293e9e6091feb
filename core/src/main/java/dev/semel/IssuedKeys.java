// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static dev.semel.Settings.LONGEST;
import static dev.semel.Settings.atLeast;
import static dev.semel.Settings.atMost;
import static dev.semel.Settings.required;

import dev.semel.key.KeyIssuer;
import dev.semel.key.KeyProblem;
import dev.semel.key.KeyRules;
import dev.semel.state.KeyAge;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keys that this service issues, one for each session, and for how long work can begin under one (R25). Give it to the
 * operations that accept no others:
 *
 * <pre>{@code
 * IssuedKeys checkout = IssuedKeys.of(KeyIssuer.withSecret(secret), Duration.ofMinutes(30));
 * Operation charges = Operation.payments("charges.create").issuedKeys(checkout).build();
 * }</pre>
 *
 * <p>A key that is older starts nothing where no record of it is left, judged by the store's clock in the claim itself; what
 * was done under it is replayed as long as it is kept. Immutable and safe for use by several threads.
 *
 * @param issuer makes and checks them
 * @param lifetime for how long, from the session's beginning on
 * @param margin how far the clock by which a session began may differ from the store's
 */
public record IssuedKeys(KeyIssuer issuer, Duration lifetime, Duration margin) {

    private static final Duration DEFAULT_MARGIN = Duration.ofMinutes(5);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** Refuses what cannot work, with {@link SettingException}. */
    public IssuedKeys {
        required("issuedKeys.issuer", issuer);
        required("issuedKeys.lifetime", lifetime);
        required("issuedKeys.margin", margin);
        atLeast("issuedKeys.lifetime", lifetime, SHORTEST);
        atMost("issuedKeys.lifetime", lifetime, LONGEST, "the longest that every store can keep a record");
        atLeast("issuedKeys.margin", margin, Duration.ZERO);
        atMost("issuedKeys.margin", margin, LONGEST, "far beyond any difference between clocks");
    }

    /** Keys that live for so long, with a margin of five minutes. */
    public static IssuedKeys of(KeyIssuer issuer, Duration lifetime) {
        return new IssuedKeys(issuer, lifetime, DEFAULT_MARGIN);
    }

    /**
     * The key of a session that has begun at that instant: for services that remember their sessions, and when each began.
     * The same session gives the same key only with the same beginning; where nobody remembers it, see {@link SessionKeys}.
     *
     * @param session what tells this session from all others of the tenant: 1 to 255 visible ASCII characters
     * @throws InvalidValueException if it is anything else
     */
    public IssuedKey issue(Tenant tenant, String session, Instant born) {
        requireSession(session);
        return asIssued(issuer.issue(tenant.id(), session, born));
    }

    /**
     * The key of a session that is itself the key under which a ticket runs: it began when that was first claimed, by the
     * store's clock, so that each attempt gives the same. Where nothing is recorded it begins now.
     *
     * @throws InvalidValueException if the session is anything but 1 to 255 visible ASCII characters
     */
    public IssuedKey issue(Tenant tenant, String session, Ticket remembering) {
        requireSession(session);
        return asIssued(remembering
                .firstClaimed()
                .map(born -> issuer.issue(tenant.id(), session, born))
                .orElseGet(() -> issuer.issueNow(tenant.id(), session)));
    }

    private static void requireSession(String session) {
        if (KeyRules.LENIENT.check(session).isPresent()) {
            throw new InvalidValueException(
                    "a session has 1 to 255 visible ASCII characters: use the id of the cart or of"
                            + " the checkout, and encode others, for example as hexadecimal");
        }
    }

    /** Says what is wrong with a key that a tenant has sent, or nothing when it was issued to that tenant. */
    public Optional<KeyProblem> check(Tenant tenant, String key) {
        return issuer.check(tenant.id(), key);
    }

    /** A key of this form, with what it says about its end. */
    IssuedKey asIssued(String key) {
        return new IssuedKey(key, KeyIssuer.birth(key).orElseThrow().plus(lifetime));
    }

    /** How old a key is allowed to be where no record of it is left. */
    public KeyAge age(String key) {
        return new KeyAge(KeyIssuer.birth(key).orElseThrow(), lifetime.plus(margin));
    }

    /** From the first use that a key can have to the last: its maker's clock may be ahead, and may be behind. */
    Duration longest() {
        return lifetime.plus(margin.multipliedBy(2));
    }
}
