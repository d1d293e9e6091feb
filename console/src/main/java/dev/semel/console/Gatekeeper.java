// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.http.RequestHead;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Says who asks, and turns those away who are sent by another site. Safe for use by several threads.
 *
 * <p>Where nobody signs in, a page of another site whose name suddenly leads to this machine must not be answered (DNS
 * rebinding): there the console answers to addresses and to localhost only. Where somebody signs in, the browser's cookie is this
 * host's alone.
 */
final class Gatekeeper {

    static final String COOKIE = "semel-session";
    static final String CSRF_HEADER = "Semel-Csrf";

    /** What a page sends with questions that nobody asked for: they are no sign of anybody being there. */
    static final String BACKGROUND = "Semel-Background";

    /** What a program sends where nobody signs in, since it has no origin; no page of another site can send it. */
    static final String CLIENT = "Semel-Client";

    private static final String OVERVIEW = "api/overview";

    /** What proxies add: then a caller on this machine is not the one who asks. */
    private static final List<String> PROXIES =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via");

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+]");
    private static final String BEARER = "bearer ";
    private static final String MAC = "HmacSHA256";

    private final Sessions sessions;
    private final SignIns signIns;
    private final Audit audit = new Audit();
    private final SecretKeySpec secret;

    Gatekeeper(Sessions sessions, SignIns signIns) {
        this.sessions = sessions;
        this.signIns = signIns;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.secret = new SecretKeySpec(random, MAC);
    }

    /** Refuses what comes by a wrong name, or from another site. */
    void checkOrigin(ConsoleRequest request, Access access) {
        RequestHead head = request.head();
        String host = first(head, "Host").orElse("").toLowerCase(Locale.ROOT);
        if (access.isOpen()) {
            checkNeighbour(request, host);
        }
        if (isSafe(head.method())) {
            return;
        }
        String from = first(head, "Sec-Fetch-Site").orElse("same-origin");
        boolean own =
                first(head, "Origin").map(origin -> isOwn(origin, host, access)).orElse(true);
        if (!own || !(from.equals("same-origin") || from.equals("none"))) {
            throw new Refusal(Refusal.Kind.ORIGIN_UNKNOWN, "the request was sent by a page of another site");
        }
    }

    /**
     * Where nobody signs in, being on this machine is all that a caller has to show. Proxies on it take that away; those that can be
     * told are refused, and a record is settled for the console's own page or for a program that says that it is one.
     */
    private static void checkNeighbour(ConsoleRequest request, String host) {
        RequestHead head = request.head();
        if (!isOwnName(host)) {
            throw new Refusal(
                    Refusal.Kind.HOST_UNKNOWN,
                    "use localhost or the address; for any other name the console needs users who sign in");
        }
        if (request.relayed()
                || PROXIES.stream().anyMatch(name -> first(head, name).isPresent())) {
            throw new Refusal(
                    Refusal.Kind.HOST_UNKNOWN,
                    "the request comes through a proxy, from who knows where: give the console users who sign in");
        }
        boolean settles = !isSafe(head.method()) && request.path().equals(Api.SETTLE);
        if (settles && first(head, "Origin").or(() -> first(head, CLIENT)).isEmpty()) {
            throw new Refusal(
                    Refusal.Kind.ORIGIN_UNKNOWN,
                    "a page says its origin; a program sends its name as the header " + CLIENT);
        }
    }

    static boolean isOwnName(String host) {
        String name = host.replaceFirst(":\\d*$", "");
        return name.equals("localhost") || ADDRESS.matcher(name).matches();
    }

    private static boolean isOwn(String origin, String host, Access access) {
        try {
            URI uri = URI.create(origin.toLowerCase(Locale.ROOT));
            return uri.getHost() != null
                    && (authority(uri).equals(host)
                            || access.origins().stream()
                                    .anyMatch(known -> authority(known).equals(authority(uri))));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String authority(URI origin) {
        return String.valueOf(origin.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    /** Who asks; empty where somebody has to sign in first. */
    Optional<Caller> caller(ConsoleRequest request, Access access, Instant now) {
        RequestHead head = request.head();
        Optional<Set<Role>> given = access.rolesBy(head);
        if (given.isPresent()) {
            String user = head.principal().orElse("");
            return given.filter(roles -> !roles.isEmpty() && !user.isEmpty())
                    .map(roles -> new Caller(user, Set.copyOf(roles), csrf("user " + user), null));
        }
        if (access.isOpen()) {
            return Optional.of(new Caller(null, Access.openRoles(), csrf("open"), null));
        }
        Optional<String> token = token(head);
        if (token.isPresent()) {
            return Optional.of(bearer(request, access, token.get(), now));
        }
        // The charts ask by themselves, for as long as a page is open.
        boolean keeps =
                !request.path().equals(OVERVIEW) && first(head, BACKGROUND).isEmpty();
        return cookie(head).flatMap(cookie -> sessions.find(cookie, access, now, keeps));
    }

    private Caller bearer(ConsoleRequest request, Access access, String token, Instant now) {
        try {
            User user = signIns.byToken(access, token, request.address(), now);
            return new Caller(user.name(), user.roles(), null, null);
        } catch (Refusal refusal) {
            if (refusal.kind() == Refusal.Kind.SIGN_IN_REFUSED) {
                // Those that are slowed down have been here before: a forgotten token must not fill the log.
                audit.refused(request.address(), refusal.kind().code());
            }
            throw refusal;
        }
    }

    /** Whether this request's caller may settle, as far as its head tells; it counts nothing and keeps nothing alive. */
    boolean maySettle(ConsoleRequest request, Access access, Instant now) {
        RequestHead head = request.head();
        Optional<String> token = token(head);
        Optional<Set<Role>> roles = access.isOpen() || access.isByApplication()
                ? caller(request, access, now).map(Caller::roles)
                : token.isPresent()
                        ? token.flatMap(shown -> SignIns.ownerOf(access, shown)).map(User::roles)
                        : cookie(head)
                                .flatMap(cookie -> sessions.find(cookie, access, now, false))
                                .map(Caller::roles);
        return roles.filter(some -> some.contains(Role.SETTLE)).isPresent();
    }

    /** Refuses to change anything for a page that is not the console's own. */
    void checkCsrf(RequestHead head, Caller caller) {
        if (caller.csrf() == null) {
            return;
        }
        byte[] shown = first(head, CSRF_HEADER).orElse("").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(shown, caller.csrf().getBytes(StandardCharsets.UTF_8))) {
            throw new Refusal(
                    Refusal.Kind.CSRF,
                    "send csrf of GET api/session as the header " + CSRF_HEADER + ", and reload the page");
        }
    }

    static boolean isSafe(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** The session's. */
    static Optional<String> cookie(RequestHead head) {
        return cookie(head, COOKIE);
    }

    /** One of a browser's cookies. */
    static Optional<String> cookie(RequestHead head, String name) {
        for (String line : head.header("Cookie")) {
            for (String pair : line.split(";", -1)) {
                String stripped = pair.strip();
                if (stripped.startsWith(name + "=")) {
                    return Optional.of(stripped.substring(name.length() + 1));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> token(RequestHead head) {
        return first(head, "Authorization")
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
                .map(value -> value.substring(BEARER.length()).strip());
    }

    static Optional<String> first(RequestHead head, String name) {
        List<String> values = head.header(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    /** The same for the same words, in this process. */
    private String csrf(String words) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(secret);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(words.getBytes(StandardCharsets.UTF_8)));
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform must offer " + MAC + ", but this one does not", e);
        }
    }
}
