// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.console.Access;
import dev.semel.console.Credential;
import dev.semel.console.PasswordHash;
import dev.semel.console.Role;
import dev.semel.console.TokenHash;
import dev.semel.console.User;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads who may use the console. */
final class ConsoleReader {

    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final Duration LONGEST = Duration.ofHours(12);

    private ConsoleReader() {}

    static ConsoleChoice read(Section root) {
        if (!root.has("console")) {
            return ConsoleChoice.usual();
        }
        if (!root.isMapping("console")) {
            return root.word("console", java.util.Map.of("off", ConsoleChoice.off()))
                    .orElseThrow();
        }
        Section section = root.section("console");
        String path = section.find("path", ConsoleReader::path).orElse(ConsoleChoice.USUAL_PATH);
        List<User> users =
                section.sections("users").stream().map(ConsoleReader::user).toList();
        List<URI> origins = section.texts("origins", URI::create);
        List<String> proxies = section.texts("proxies", text -> text);
        Duration idle = section.duration("session-idle").orElse(IDLE);
        Duration longest = section.duration("session-longest").orElse(LONGEST);
        section.done();
        try {
            Access access = users.isEmpty() ? Access.open() : Access.of(users);
            return new ConsoleChoice(
                    Optional.of(path), access.reachedBy(origins).behind(proxies).sessions(idle, longest));
        } catch (IllegalArgumentException e) {
            throw root.bad("console", "cannot be: " + e.getMessage());
        }
    }

    private static String path(String text) {
        if (!text.matches("/([A-Za-z0-9._~-]+/)+")) {
            throw new IllegalArgumentException("it begins and ends with a slash, as in " + ConsoleChoice.USUAL_PATH);
        }
        return text;
    }

    private static User user(Section section) {
        String name = section.text("name");
        Optional<Credential> password = section.find("password", PasswordHash::parse);
        Optional<Credential> token = section.find("token", TokenHash::of);
        List<Role> roles = section.texts("roles", Role::of);
        section.done();
        if (password.isPresent() == token.isPresent()) {
            throw section.bad("password", "or token is needed, and not both");
        }
        try {
            return new User(name, password.or(() -> token).orElseThrow(), Set.copyOf(roles));
        } catch (IllegalArgumentException e) {
            throw section.bad("name", "cannot be: " + e.getMessage());
        }
    }
}
