// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InvalidValueException;
import dev.semel.http.HttpAnswer;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R36: behind a proxy, where everybody has one address")
class DevicesTest {

    private static final int FREE = 5;

    private static final User ADA = user("ada", "correct horse");
    private static final User BOB = user("bob", "battery staple");

    private final ManualClock clock = ManualClock.create();
    private Access access = Access.of(List.of(ADA, BOB));
    private Console console = console();

    private static User user(String name, String password) {
        return new User(name, PasswordHash.of(password.toCharArray(), 10_000), Set.of(Role.VIEW));
    }

    private Console console() {
        return Console.builder(MemoryStore.on(clock))
                .access(() -> access)
                .clock(clock)
                .build();
    }

    private static String words(String user, String password) {
        return "{\"user\":\"" + user + "\",\"password\":\"" + password + "\"}";
    }

    private String signIn(Visitor visitor, String user, String password) {
        HttpAnswer answer = visitor.post("api/session", words(user, password));
        return answer.status() == 200 ? "signed-in" : Visitor.member(answer, "code");
    }

    /** A browser that has kept what it got when this user signed in. */
    private Visitor known(String user, String password) {
        HttpAnswer answer = new Visitor(console).post("api/session", words(user, password));
        String kept = answer.headers().lines().stream()
                .filter(header -> header.is("Set-Cookie") && header.value().startsWith("semel-device"))
                .map(header -> header.value().substring(0, header.value().indexOf(';')))
                .findFirst()
                .orElseThrow();
        return new Visitor(console).with("Cookie", "other=1; " + kept);
    }

    /** Somebody guesses for a day, as soon as they may, at both users and at names that nobody has. */
    private int guessedInADay(Visitor stranger) {
        int checked = 0;
        for (int minute = 0; minute < 24 * 60; minute++) {
            for (String name : List.of("ada", "bob", "eve" + minute)) {
                checked += signIn(stranger, name, "guess " + minute).equals("sign-in-refused") ? 1 : 0;
            }
            clock.advance(Duration.ofMinutes(1));
        }
        return checked;
    }

    @Test
    @DisplayName("a stranger who guesses all day keeps nobody out of a browser in which they signed in before")
    void notLockedOut() {
        Visitor browser = known("ada", "correct horse");
        Visitor other = known("bob", "battery staple");

        int guessed = guessedInADay(new Visitor(console));

        assertThat(guessed).as("and is slowed down").isLessThan(150);
        assertThat(signIn(new Visitor(console), "ada", "correct horse"))
                .as("in a browser that nobody knows")
                .isEqualTo("slow-down");
        assertThat(signIn(browser, "ada", "correct horse")).isEqualTo("signed-in");
        assertThat(signIn(other, "bob", "battery staple")).isEqualTo("signed-in");
        assertThat(signIn(new Visitor(console), "ada", "correct horse"))
                .as("what the stranger failed is not forgiven by it")
                .isEqualTo("slow-down");
    }

    @Test
    @DisplayName("who guesses in a known browser is slowed down there, and nobody else is")
    void slowedInKnown() {
        Visitor stolen = known("ada", "correct horse");
        Visitor browser = known("ada", "correct horse");
        for (int i = 0; i <= FREE; i++) {
            assertThat(signIn(stolen, "ada", "guess " + i)).isEqualTo("sign-in-refused");
        }

        assertThat(signIn(stolen, "ada", "correct horse")).isEqualTo("slow-down");
        assertThat(signIn(browser, "ada", "correct horse")).isEqualTo("signed-in");
        assertThat(signIn(new Visitor(console), "ada", "correct horse")).isEqualTo("signed-in");
    }

    @Test
    @DisplayName(
            "a browser is known to its user alone, for half a year, until the password is another, and after a restart")
    void goodFor() {
        Visitor browser = known("ada", "correct horse");
        console = console();
        String cookie = browser.header("Cookie");
        Visitor same = new Visitor(console).with("Cookie", cookie);
        Visitor asBob =
                new Visitor(console).with("Cookie", cookie.replace(Devices.cookieOf("ada"), Devices.cookieOf("bob")));
        Visitor forged = new Visitor(console).with("Cookie", cookie.substring(0, cookie.length() - 2) + "AA");
        lockOut("ada");
        lockOut("bob");

        assertThat(signIn(same, "ada", "correct horse")).isEqualTo("signed-in");
        assertThat(signIn(asBob, "bob", "battery staple")).isEqualTo("slow-down");
        assertThat(signIn(forged, "ada", "correct horse")).isEqualTo("slow-down");
        access = Access.of(List.of(user("ada", "another horse"), BOB));
        assertThat(signIn(same, "ada", "another horse")).isEqualTo("slow-down");
        access = Access.of(List.of(ADA, BOB));
        clock.advance(Devices.GOOD_FOR);
        lockOut("ada");
        assertThat(signIn(same, "ada", "correct horse")).isEqualTo("slow-down");
    }

    private void lockOut(String user) {
        for (int i = 0; i <= FREE + 10; i++) {
            signIn(new Visitor(console), user, "guess " + i);
        }
        assertThat(Visitor.member(new Visitor(console).post("api/session", words(user, "x")), "code"))
                .isEqualTo("slow-down");
    }

    @Test
    @DisplayName("a cookie that is not ours is no failure: it is as if there were none")
    void strangeCookies() {
        for (String value : List.of("", ".", "..", "x", "1.2.3", "a.b.c", "-1." + "A".repeat(22) + ".x")) {
            Visitor odd = new Visitor(console).with("Cookie", Devices.cookieOf("ada") + "=" + value);
            assertThat(signIn(odd, "ada", "correct horse")).as(value).isEqualTo("signed-in");
        }
    }

    @Test
    @DisplayName(
            "whose word counts, guesses are counted by the address that the proxy names; what callers write counts for nothing")
    void proxies() {
        access = access.behind(List.of("10.0.0.0/24", "fd00::/8"));
        Visitor stranger = new Visitor(console).with("X-Forwarded-For", "192.0.2.1, 198.51.100.9");
        for (int i = 0; i <= FREE; i++) {
            stranger.with("X-Forwarded-For", "192.0.2." + i + ", 198.51.100.9, 10.0.0.3, fd00::7");
            assertThat(signIn(stranger, "ada", "guess " + i)).isEqualTo("sign-in-refused");
        }

        assertThat(signIn(stranger, "ada", "correct horse")).isEqualTo("slow-down");
        Visitor newcomer = new Visitor(console).with("X-Forwarded-For", "198.51.100.9, 203.0.113.5:4711");
        assertThat(signIn(newcomer, "ada", "correct horse")).isEqualTo("signed-in");
    }

    @Test
    @DisplayName("a proxy is an address or a network, for users who sign in")
    void badProxies() {
        for (String bad : List.of("", "proxy", "10.0.0.300", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::g/8")) {
            Assertions.assertThatThrownBy(() -> access.behind(List.of(bad)))
                    .as(bad)
                    .isInstanceOf(InvalidValueException.class);
        }
        Assertions.assertThatThrownBy(() -> Access.open().behind(List.of("10.0.0.7")))
                .hasMessageContaining("needs users");
    }
}
