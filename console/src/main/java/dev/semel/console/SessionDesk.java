// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Signs in and out. Safe for use by several threads. */
final class SessionDesk {

    private final Sessions sessions;
    private final SignIns signIns;
    private final Executor executor;
    private final String path;
    private final String version;
    private final Audit audit = new Audit();
    private final ToldWaits told = new ToldWaits();

    SessionDesk(ConsoleBuilder settings, Sessions sessions, SignIns signIns) {
        this.sessions = sessions;
        this.signIns = signIns;
        this.executor = settings.executor;
        this.path = settings.path;
        this.version = settings.version;
    }

    Map<String, @Nullable Object> view(Optional<Caller> caller, Access access) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("signedIn", caller.isPresent());
        view.put("required", !access.isOpen() && !access.isByApplication());
        view.put("user", caller.map(Caller::user).orElse(null));
        view.put("roles", caller.map(known -> Role.words(known.roles())).orElse(List.of()));
        view.put("methods", methods(access));
        view.put("csrf", caller.map(Caller::csrf).orElse(null));
        view.put("idleSeconds", access.idle().toSeconds());
        view.put("expiresAt", caller.map(Caller::until).map(Instant::toString).orElse(null));
        view.put("version", version);
        return view;
    }

    private static List<String> methods(Access access) {
        return access.users().stream()
                .map(user -> user.credential() instanceof PasswordHash ? "password" : "token")
                .distinct()
                .sorted()
                .toList();
    }

    /** Checks a password elsewhere: it takes a while on purpose. */
    CompletionStage<HttpAnswer> signIn(ConsoleRequest request, Access access, Instant now) {
        if (access.users().isEmpty()) {
            throw new InvalidValueException("nobody signs in here");
        }
        Fields fields = Fields.of(Json.read(request.body()), Set.of("user", "password", "token"));
        boolean secure = request.secure() || isReachedByTls(request, access);
        String device = fields.find("user")
                .flatMap(user -> Gatekeeper.cookie(request.head(), Devices.cookieOf(user)))
                .orElse("");
        SignIns.From from = new SignIns.From(request.address(), device);
        return CompletableFuture.supplyAsync(() -> check(fields, access, from, now), executor)
                .thenApply(user -> {
                    audit.signedIn(user.name(), from.address());
                    Sessions.Begun begun = sessions.begin(user, access, now);
                    return Api.json(200, view(Optional.of(begun.caller()), access))
                            .with(cookie(begun.cookie(), secure))
                            .with(device(user, secure, now));
                });
    }

    private User check(Fields fields, Access access, SignIns.From from, Instant now) {
        String address = from.address();
        try {
            return fields.has("token")
                    ? signIns.byToken(access, fields.text("token"), address, now)
                    : signIns.byPassword(access, fields.text("user"), fields.text("password"), from, now);
        } catch (Refusal refusal) {
            if (isWorthALine(refusal, address, now)) {
                audit.refused(address, refusal.kind().code());
            }
            throw refusal;
        }
    }

    /** What was checked and wrong is; of those who should wait and do not, the first of each wait. */
    private boolean isWorthALine(Refusal refusal, String address, Instant now) {
        return !(refusal.retryAfter() instanceof Long seconds)
                || told.isNews(SignIns.network(address), Duration.ofSeconds(seconds), now);
    }

    HttpAnswer signOut(ConsoleRequest request, Access access, Instant now) {
        Gatekeeper.cookie(request.head()).ifPresent(cookie -> {
            sessions.find(cookie, access, now, true).map(Caller::user).ifPresent(audit::signedOut);
            sessions.end(cookie);
        });
        Optional<Caller> nobody = Optional.empty();
        return Api.json(200, view(nobody, access)).with(cookie("; Max-Age=0", false));
    }

    /**
     * A proxy in front speaks TLS where the browser says that the page came by it, or the configured origin does. The browser's word
     * is enough: whoever makes it up does so for a cookie of their own.
     */
    private static boolean isReachedByTls(ConsoleRequest request, Access access) {
        boolean isSaid = Gatekeeper.first(request.head(), "Origin")
                .filter(origin -> origin.toLowerCase(Locale.ROOT).startsWith("https:"))
                .isPresent();
        return isSaid || isNamedByTls(request, access);
    }

    private static boolean isNamedByTls(ConsoleRequest request, Access access) {
        String host = Gatekeeper.first(request.head(), "Host").orElse("");
        return access.origins().stream()
                .anyMatch(origin -> "https".equalsIgnoreCase(origin.getScheme())
                        && host.equalsIgnoreCase(origin.getRawAuthority()));
    }

    /** A token is guessed by nobody, and needs no browser that is known. */
    private Headers device(User user, boolean secure, Instant now) {
        return user.credential() instanceof PasswordHash
                ? Headers.of(
                        "Set-Cookie",
                        Devices.cookieOf(user.name()) + "=" + signIns.device(user, now) + "; Path=" + path
                                + Api.SESSION + "; Max-Age=" + Devices.GOOD_FOR.toSeconds()
                                + "; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : ""))
                : Headers.NONE;
    }

    private Headers cookie(String value, boolean secure) {
        return Headers.of(
                "Set-Cookie",
                Gatekeeper.COOKIE + "=" + value + "; Path=" + path + "; HttpOnly; SameSite=Strict"
                        + (secure ? "; Secure" : ""));
    }
}
