// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.key.KeyRules;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Gives each session its one key, and remembers it in the engine's store, for services that do not remember when a session
 * began (R25): a page that is loaded again, a second tab and another process get the same key. Its birth is when it was
 * first asked for, by the store's clock. Immutable and safe for use by several threads.
 *
 * <pre>{@code
 * SessionKeys keys = SessionKeys.of(idempotency, checkout, charges);
 * CompletionStage<IssuedKey> key = keys.issue(tenant, cartId).thenApply(given -> given.value(keys.codec()));
 * }</pre>
 */
public final class SessionKeys {

    /** Two tabs that ask at once: the second one has its answer as soon as the first one has. */
    private static final InFlight ONE_AFTER_THE_OTHER = InFlight.waitUpTo(Duration.ofSeconds(2));

    private static final String NAME = "semel.keys.issue";

    /**
     * For how long somebody has time to decide what is held, and is not forgotten by the store: a session that came back
     * meanwhile and got another key could do what will turn out to have happened.
     */
    private static final Duration UNTIL_SETTLED = Duration.ofDays(30);

    private final Idempotency engine;
    private final IssuedKeys keys;
    private final Operation operation;
    private final Codec<IssuedKey> codec = new KeyText();

    private SessionKeys(Idempotency engine, IssuedKeys keys, Operation operation) {
        this.engine = engine;
        this.keys = keys;
        this.operation = operation;
    }

    /**
     * Begins to give keys, for operations that accept them.
     *
     * @throws SettingException if one of them accepts other keys, or there is none
     */
    public static SessionKeys of(Idempotency engine, IssuedKeys keys, Operation... operations) {
        return new SessionKeys(engine, keys, operation(keys, operations));
    }

    /**
     * Begins to give keys, for operations that are not known here.
     *
     * @param remembered how long a session keeps its key: longer than the key lives and its answers are kept together, and
     *     than what is held waits to be settled, or a session that comes back gets another key for what is done
     * @throws SettingException if that is no longer than a key lives
     */
    public static SessionKeys of(Idempotency engine, IssuedKeys keys, Duration remembered) {
        return new SessionKeys(engine, keys, operation(keys, remembered));
    }

    /**
     * The operation that gives the keys. It keeps a key for longer than any answer can be kept that was given under it: a
     * session that comes back later gets the key that it had, expired as it may be, and never a new one for what is done. Where
     * an operation holds what is in doubt, that is 30 days longer: so much time there is to settle it.
     */
    public static Operation operation(IssuedKeys keys, Operation... operations) {
        if (operations.length == 0) {
            throw new SettingException("operations", "are none, so that nothing accepts the keys");
        }
        Duration longest = Duration.ZERO;
        for (Operation operation : operations) {
            if (!operation.issuedKeys().equals(Optional.of(keys))) {
                throw new SettingException("operations", operation.name() + " does not accept these issued keys");
            }
            Duration its = remembered(keys, operation);
            longest = its.compareTo(longest) > 0 ? its : longest;
        }
        return operation(keys, longest.compareTo(Settings.LONGEST) > 0 ? Settings.LONGEST : longest);
    }

    /** From when a session is first seen until the last answer is forgotten that can be given under its key. */
    private static Duration remembered(IssuedKeys keys, Operation operation) {
        Duration held = operation.inDoubt() instanceof InDoubt.Hold ? UNTIL_SETTLED : Duration.ZERO;
        return keys.longest().plus(operation.maxDuration()).plus(held).plus(operation.retention());
    }

    /** Whether sessions keep their keys for longer than answers of this operation are kept. */
    public boolean outlives(Operation accepting) {
        return operation.retention().compareTo(remembered(keys, accepting)) >= 0;
    }

    private static Operation operation(IssuedKeys keys, Duration remembered) {
        Settings.required("remembered", remembered);
        Settings.atLeast("remembered", remembered, keys.longest());
        return Operation.named(NAME)
                .keyRules(KeyRules.LENIENT)
                .inDoubt(InDoubt.rerun())
                .inFlight(ONE_AFTER_THE_OTHER)
                .retention(remembered)
                .build();
    }

    /** The operation that gives the keys. */
    public Operation operation() {
        return operation;
    }

    /**
     * The key of a tenant's session: {@link Execution#value} with {@link #codec()} gives it. Where it cannot be told, since
     * the store is not there, say, there is none. The stage never fails.
     *
     * @param session what tells this session from all others of the tenant: 1 to 255 visible ASCII characters
     * @throws dev.semel.key.InvalidKeyException if it is anything else
     */
    public CompletionStage<Execution> issue(Tenant tenant, String session) {
        Intent intent = new Intent(operation, tenant, new IdempotencyKey(session), Fingerprint.of(session));
        return engine.executeAsync(intent, ticket -> {
            IssuedKey given = keys.issue(tenant, session, ticket);
            return CompletableFuture.completedFuture(Outcome.completed(codec.save(given)));
        });
    }

    /** Reads what was given out of an execution. */
    public Codec<IssuedKey> codec() {
        return codec;
    }

    /** The key itself: its end can be told from it. */
    private final class KeyText implements Codec<IssuedKey> {

        @Override
        public Saved save(IssuedKey key) {
            return Codec.UTF_8.save(key.value());
        }

        @Override
        public IssuedKey load(Saved saved) {
            return keys.asIssued(Codec.UTF_8.load(saved));
        }
    }
}
