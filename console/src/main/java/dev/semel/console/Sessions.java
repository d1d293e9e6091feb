// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who is signed in, in this process. A cookie's value is not kept, only its hash. The number of sessions is bounded, of all and
 * of each user: the one that was used longest ago goes first, and a user who begins many ends none of others. Safe for use by several
 * threads.
 */
final class Sessions {

    private static final int MOST = 10_000;
    private static final int MOST_OF_A_USER = 20;
    private static final int TOKEN_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> open = new LinkedHashMap<>(16, 0.75f, true) {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
            return size() > MOST;
        }
    };

    private record Session(String user, String mark, String csrf, Instant begun, Instant used) {}

    /**
     * A session that has just begun.
     *
     * @param cookie the secret that the browser keeps
     * @param caller who it is
     */
    record Begun(String cookie, Caller caller) {}

    synchronized Begun begin(User user, Access access, Instant now) {
        String cookie = word();
        Session session = new Session(user.name(), mark(user), word(), now, now);
        makeRoomFor(user.name());
        open.put(hash(cookie), session);
        return new Begun(cookie, caller(session, user, access));
    }

    /** The map begins with what was used longest ago. */
    private void makeRoomFor(String user) {
        List<String> own = open.entrySet().stream()
                .filter(session -> session.getValue().user().equals(user))
                .map(Map.Entry::getKey)
                .toList();
        own.stream().limit(Math.max(0, own.size() - MOST_OF_A_USER + 1)).forEach(open::remove);
    }

    /**
     * Whose session it is, unless it has ended.
     *
     * @param keeps whether this use keeps it alive
     */
    synchronized Optional<Caller> find(String cookie, Access access, Instant now, boolean keeps) {
        String name = hash(cookie);
        Session session = open.get(name);
        if (session == null) {
            return Optional.empty();
        }
        Optional<User> user =
                access.user(session.user()).filter(known -> mark(known).equals(session.mark()));
        if (user.isEmpty() || !now.isBefore(end(session, access))) {
            open.remove(name);
            return Optional.empty();
        }
        Instant last = keeps ? now : session.used();
        Session used = new Session(session.user(), session.mark(), session.csrf(), session.begun(), last);
        open.put(name, used);
        return user.map(known -> caller(used, known, access));
    }

    private static Instant end(Session session, Access access) {
        Instant idle = session.used().plus(access.idle());
        Instant longest = session.begun().plus(access.longest());
        return idle.isBefore(longest) ? idle : longest;
    }

    private static Caller caller(Session session, User user, Access access) {
        return new Caller(
                user.name(), user.roles(), session.csrf(), session.begun().plus(access.longest()));
    }

    synchronized void end(String cookie) {
        open.remove(hash(cookie));
    }

    /** A new password or token ends the sessions that began with the old one. */
    private static String mark(User user) {
        return HexFormat.of().formatHex(Digests.sha256(user.credential().mark()));
    }

    private String word() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String hash(String cookie) {
        return HexFormat.of().formatHex(Digests.sha256(cookie.getBytes(StandardCharsets.UTF_8)));
    }
}
