// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.SettingException;
import dev.semel.http.RequestHead;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what in the console. Immutable and safe for use by several threads.
 *
 * <pre>{@code
 * Access.of(List.of(new User("ada", PasswordHash.parse(hash), Set.of(Role.VIEW, Role.SETTLE))))
 * }</pre>
 */
public final class Access {

    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final Duration LONGEST = Duration.ofHours(12);

    private final Map<String, User> users;
    private final @Nullable Function<RequestHead, Set<Role>> application;
    private final List<URI> origins;
    private final Proxies proxies;
    private final Duration idle;
    private final Duration longest;

    private Access(
            Map<String, User> users,
            @Nullable Function<RequestHead, Set<Role>> application,
            List<URI> origins,
            Proxies proxies,
            Duration idle,
            Duration longest) {
        this.users = users;
        this.application = application;
        this.origins = origins;
        this.proxies = proxies;
        this.idle = idle;
        this.longest = longest;
    }

    /**
     * Nobody signs in: whoever reaches it may view and settle, and sees no keys and no bodies. For a listener on the loopback
     * interface, and nowhere else.
     */
    public static Access open() {
        return new Access(Map.of(), null, List.of(), Proxies.NONE, IDLE, LONGEST);
    }

    /** These sign in, each with a password or a token. */
    public static Access of(Collection<User> users) {
        Map<String, User> byName = new LinkedHashMap<>();
        for (User user : users) {
            if (byName.put(user.name(), user) != null) {
                throw new InvalidValueException("there are two users " + user.name());
            }
        }
        if (byName.isEmpty()) {
            throw new InvalidValueException("a console that asks for a sign-in needs users");
        }
        return new Access(byName, null, List.of(), Proxies.NONE, IDLE, LONGEST);
    }

    /**
     * The application around the console signs in: the request's principal is the user.
     *
     * @param roles what the caller of a request may do; empty where they may not be here
     */
    public static Access byApplication(Function<RequestHead, Set<Role>> roles) {
        return new Access(Map.of(), roles, List.of(), Proxies.NONE, IDLE, LONGEST);
    }

    /** The same, reached by these origins too, such as {@code https://ops.example.com} of a proxy in front. */
    public Access reachedBy(List<URI> more) {
        if (isOpen() && !more.isEmpty()) {
            throw new InvalidValueException("a console that is reached by a name asks who is there: it needs users");
        }
        for (URI origin : more) {
            if (origin.getHost() == null
                    || (origin.getRawPath() != null && !origin.getRawPath().isEmpty())) {
                throw new InvalidValueException("an origin is a scheme and a host, as in https://ops.example.com");
            }
        }
        List<URI> said = more.stream().map(Access::asBrowsersSay).toList();
        return new Access(users, application, said, proxies, idle, longest);
    }

    /** Without the scheme's own port, which no browser says. */
    private static URI asBrowsersSay(URI origin) {
        int usual = "https".equalsIgnoreCase(origin.getScheme()) ? 443 : 80;
        return origin.getScheme() != null && origin.getPort() == usual
                ? URI.create(origin.getScheme() + "://" + origin.getHost())
                : origin;
    }

    /**
     * The same, behind proxies whose word counts for where requests come from: the last addresses of {@code X-Forwarded-For}. Guesses
     * are counted by that address then, and not by the proxy's own.
     *
     * @param trusted addresses and networks, such as {@code 10.0.0.7} and {@code 10.0.0.0/8}
     */
    public Access behind(Collection<String> trusted) {
        if (isOpen() && !trusted.isEmpty()) {
            throw new InvalidValueException("a console behind a proxy asks who is there: it needs users");
        }
        return new Access(users, application, origins, Proxies.of(trusted), idle, longest);
    }

    /** The same, with sessions that end when nothing was asked for so long, and after so long in any case. */
    public Access sessions(Duration newIdle, Duration newLongest) {
        if (newIdle.isNegative() || newIdle.isZero() || newLongest.compareTo(newIdle) < 0) {
            throw new SettingException(
                    "session", "needs an idle time above zero, and a longest time that is no shorter");
        }
        return new Access(users, application, origins, proxies, newIdle, newLongest);
    }

    /**
     * Whether a request calls this machine by an address, as localhost, or by one of the {@linkplain #reachedBy origins}: any other
     * name may be one that another site has pointed here (DNS rebinding).
     */
    public boolean isKnownAs(RequestHead head) {
        String host = Gatekeeper.first(head, "Host").orElse("").toLowerCase(Locale.ROOT);
        return Gatekeeper.isOwnName(host)
                || origins.stream().anyMatch(origin -> host.equalsIgnoreCase(origin.getRawAuthority()));
    }

    /** Whether nobody needs to sign in. */
    public boolean isOpen() {
        return users.isEmpty() && application == null;
    }

    Optional<User> user(String name) {
        return Optional.ofNullable(users.get(name));
    }

    Collection<User> users() {
        return users.values();
    }

    /** The rounds of the slowest password there is: each check takes as many. */
    int rounds() {
        return users.values().stream()
                .map(User::credential)
                .mapToInt(credential -> credential instanceof PasswordHash hash ? hash.rounds() : 0)
                .max()
                .orElse(0);
    }

    /** The roles that the application gives; empty where it does not sign in. */
    Optional<Set<Role>> rolesBy(RequestHead head) {
        return Optional.ofNullable(application).map(roles -> roles.apply(head));
    }

    boolean isByApplication() {
        return application != null;
    }

    static Set<Role> openRoles() {
        return EnumSet.of(Role.VIEW, Role.SETTLE);
    }

    List<URI> origins() {
        return origins;
    }

    /** Where a request comes from, as far as it can be believed. */
    String clientOf(ConsoleRequest request) {
        return proxies.clientOf(request.head(), request.address());
    }

    Duration idle() {
        return idle;
    }

    Duration longest() {
        return longest;
    }

    /** Names nobody. */
    @Override
    public String toString() {
        return "Access[" + (isOpen() ? "open" : isByApplication() ? "by application" : users.size() + " users") + "]";
    }
}
