// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Checks passwords and tokens, and slows those down who guess: hardest one address that guesses at one user, a little less an
 * address that tries many users, and only a little the user whom many addresses try. A browser in which a user signed in before
 * has a count of its own, and waits for nobody else's: others would lock its user out for as long as they like, above all behind
 * a proxy, where everybody has one address. For the same reason others' tries elsewhere do not slow down who signs in from where
 * they did before. Safe for use by several threads.
 */
final class SignIns {

    /** A check takes a processor for a few tenths of a second: so few run at once, and the rest is told to come again. */
    private static final int AT_ONCE = 2;

    private static final int IPV6_NETWORK_BYTES = 8;

    /** Nobody has a longer name; remembering such ones would cost memory, so that all of them count as one. */
    private static final int LONGEST_NAME = 100;

    /** So that an unknown user is checked as a known one is. */
    private final PasswordHash nobody = PasswordHash.ofNobody();

    private final Slowdown pairs = new Slowdown(5, Duration.ofMinutes(15));
    private final Slowdown addresses = new Slowdown(20, Duration.ofMinutes(15));
    /** Apart from those of passwords: a forgotten token that a machine sends for ever must not keep people out. */
    private final Slowdown tokens = new Slowdown(20, Duration.ofMinutes(15));

    private final Slowdown names = new Slowdown(20, Duration.ofSeconds(30));
    private final Whereabouts whereabouts = new Whereabouts();
    private final Semaphore checks = new Semaphore(AT_ONCE);

    private final Devices devices = new Devices();
    /** Nobody makes a cookie up, so that nobody else fails in a known browser's name. */
    private final Slowdown browsers = new Slowdown(5, Duration.ofMinutes(15));
    /** Apart from those of strangers, who could keep theirs taken. */
    private final Semaphore checksOfKnown = new Semaphore(AT_ONCE);

    /**
     * From where somebody signs in.
     *
     * @param address the caller's
     * @param device the browser's cookie for this user; empty where it has none
     */
    record From(String address, String device) {}

    /** What a browser shows from now on, in which this user has just signed in. */
    String device(User user, Instant now) {
        return devices.issue(user, now);
    }

    User byPassword(Access access, String typed, String password, From from, Instant now) {
        String name = typed.length() > LONGEST_NAME ? "" : typed;
        Optional<User> known = access.user(name).filter(user -> user.credential() instanceof PasswordHash);
        Guess guess = known.flatMap(user -> devices.idIn(from.device(), user, now))
                .<Guess>map(KnownBrowser::new)
                .orElseGet(() -> new Stranger(name, network(from.address())));
        // First the turn and then the wait: so many at once are all that do not know of each other's failures.
        if (!guess.turns().tryAcquire()) {
            throw Refusal.later(Refusal.Kind.SLOW_DOWN, "many sign in just now; try again", Duration.ofSeconds(1));
        }
        try {
            // Whether somebody has this name or not: the answers must not tell.
            refuseIfTooOften(guess.wait(now));
            PasswordHash hash =
                    known.map(user -> (PasswordHash) user.credential()).orElse(nobody);
            boolean isGood = hash.matches(password.toCharArray(), access.rounds());
            if (!isGood || known.isEmpty()) {
                guess.failed(now);
                throw refused();
            }
            guess.succeeded();
            return known.get();
        } finally {
            guess.turns().release();
        }
    }

    private static void refuseIfTooOften(Duration wait) {
        if (!wait.isZero()) {
            throw slowDown(wait);
        }
    }

    /** Against what one password counts. */
    private interface Guess {

        Semaphore turns();

        Duration wait(Instant now);

        void failed(Instant now);

        void succeeded();
    }

    private final class KnownBrowser implements Guess {

        private final String id;

        KnownBrowser(String id) {
            this.id = id;
        }

        @Override
        public Semaphore turns() {
            return checksOfKnown;
        }

        @Override
        public Duration wait(Instant now) {
            return browsers.wait(id, now);
        }

        @Override
        public void failed(Instant now) {
            browsers.failed(id, now);
        }

        @Override
        public void succeeded() {
            browsers.succeeded(id);
        }
    }

    private final class Stranger implements Guess {

        private final String name;
        private final String network;
        private final String pair;

        Stranger(String name, String network) {
            this.name = name;
            this.network = network;
            this.pair = name + "@" + network;
        }

        @Override
        public Semaphore turns() {
            return checks;
        }

        @Override
        public Duration wait(Instant now) {
            Duration ofOthers = whereabouts.knows(pair) ? Duration.ZERO : names.wait(name, now);
            return longest(pairs.wait(pair, now), addresses.wait(network, now), ofOthers);
        }

        @Override
        public void failed(Instant now) {
            pairs.failed(pair, now);
            addresses.failed(network, now);
            names.failed(name, now);
        }

        @Override
        public void succeeded() {
            whereabouts.remember(pair);
            pairs.succeeded(pair);
            addresses.succeeded(network);
            names.succeeded(name);
        }
    }

    User byToken(Access access, String token, String address, Instant now) {
        String network = network(address);
        // A good token is never kept waiting: nobody guesses one, and others must not lock it out.
        return ownerOf(access, token).orElseThrow(() -> {
            Duration wait = tokens.wait(network, now);
            if (!wait.isZero()) {
                return slowDown(wait);
            }
            tokens.failed(network, now);
            return refused();
        });
    }

    /** Whose token it is, without counting a wrong one as a guess. */
    static Optional<User> ownerOf(Access access, String token) {
        return access.users().stream()
                .filter(known -> known.credential() instanceof TokenHash hash && hash.matches(token))
                .findFirst();
    }

    private static Duration longest(Duration... waits) {
        return Arrays.stream(waits).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    private static Refusal refused() {
        return new Refusal(Refusal.Kind.SIGN_IN_REFUSED, "the name or the secret is wrong");
    }

    private static Refusal slowDown(Duration wait) {
        return Refusal.later(
                Refusal.Kind.SLOW_DOWN,
                "too many sign-ins failed; try again later, or in a browser in which you have signed in before",
                wait);
    }

    /** An address; of IPv6 its network, since one machine has as many addresses there as it likes. */
    static String network(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            byte[] bytes = InetAddress.getByName(address).getAddress();
            return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, IPV6_NETWORK_BYTES));
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
