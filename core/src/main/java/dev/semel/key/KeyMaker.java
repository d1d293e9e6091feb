// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.security.SecureRandom;
import java.time.Clock;

/**
 * Makes keys, a new one with each call: one key per intent, kept for all its retries.
 *
 * <p>An implementation must be safe for use by several threads. Those given here are, and hardly make their callers
 * wait for each other. Making a maker costs a self-check, so make one and keep it.
 */
@FunctionalInterface
public interface KeyMaker {

    /** A key that was never given before. */
    String next();

    /**
     * Makes UUIDs of version 7 (RFC 9562): ordered by time, and carrying the birth time that {@link KeyBirth} reads.
     *
     * <p>Within the process each key is greater than all keys given before, on any thread, by any maker of this kind,
     * and also when the wall clock steps back. This is method 1 of RFC 9562, section 6.2, a dedicated counter: 16 bits,
     * all of {@code rand_a} and the four highest of {@code rand_b}, which start each millisecond at a random number
     * below 2<sup>15</sup> and go up by one per key. The other 58 bits are random in each key. While the clock stands
     * still or behind, the counter goes on; when it is full it carries into the time, which then runs ahead of the
     * clock.
     *
     * @throws BrokenKeyMakerException if the random source fails the self-check
     */
    static KeyMaker uuidV7() {
        return UuidV7Maker.ofProcess(SecureRandom::new);
    }

    /**
     * Makes UUIDs of version 4 (RFC 9562): 122 random bits that say nothing about when or where they were made.
     *
     * @throws BrokenKeyMakerException if the random source fails the self-check
     */
    static KeyMaker uuidV4() {
        return new UuidV4Maker(SecureRandom::new, Clock.systemUTC());
    }

    /**
     * Gives a maker back after it has made a sample of a thousand keys without repeating itself: for makers of your own.
     *
     * @throws BrokenKeyMakerException if a key came twice
     */
    static KeyMaker checked(KeyMaker maker) {
        return SelfCheck.ofKeys(maker);
    }
}
