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
 * address that tries many users, and only a little the user whom many addresses try. Others' tries do not slow down who signs in
 * from where they did before: that would lock them out for as long as somebody likes. Safe for use by several threads.
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

    User byPassword(Access access, String typed, String password, String address, Instant now) {
        String name = typed.length() > LONGEST_NAME ? "" : typed;
        String network = network(address);
        Optional<User> known = access.user(name).filter(user -> user.credential() instanceof PasswordHash);
        // First the turn and then the wait: so many at once are all that do not know of each other's failures.
        if (!checks.tryAcquire()) {
            throw Refusal.later(Refusal.Kind.SLOW_DOWN, "many sign in just now; try again", Duration.ofSeconds(1));
        }
        try {
            // Whether somebody has this name or not: the answers must not tell.
            refuseIfTooOften(name, network, now);
            PasswordHash hash =
                    known.map(user -> (PasswordHash) user.credential()).orElse(nobody);
            boolean good = hash.matches(password.toCharArray(), access.rounds());
            return known.filter(user -> good)
                    .map(user -> forgive(user, network))
                    .orElseThrow(() -> failed(name, network, now));
        } finally {
            checks.release();
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

    private void refuseIfTooOften(String name, String network, Instant now) {
        String pair = pair(name, network);
        Duration ofOthers = whereabouts.knows(pair) ? Duration.ZERO : names.wait(name, now);
        Duration wait = longest(pairs.wait(pair, now), addresses.wait(network, now), ofOthers);
        if (!wait.isZero()) {
            throw slowDown(wait);
        }
    }

    private static String pair(String name, String network) {
        return name + "@" + network;
    }

    private Refusal failed(String name, String network, Instant now) {
        pairs.failed(pair(name, network), now);
        addresses.failed(network, now);
        names.failed(name, now);
        return refused();
    }

    private static Duration longest(Duration... waits) {
        return Arrays.stream(waits).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    private User forgive(User user, String network) {
        whereabouts.remember(pair(user.name(), network));
        pairs.succeeded(pair(user.name(), network));
        addresses.succeeded(network);
        names.succeeded(user.name());
        return user;
    }

    private static Refusal refused() {
        return new Refusal(Refusal.Kind.SIGN_IN_REFUSED, "the name or the secret is wrong");
    }

    private static Refusal slowDown(Duration wait) {
        return Refusal.later(Refusal.Kind.SLOW_DOWN, "too many sign-ins failed; try again later", wait);
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
