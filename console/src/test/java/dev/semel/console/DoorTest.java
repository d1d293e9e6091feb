// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.memory.MemoryStore;
import dev.semel.testkit.ManualClock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The console's door")
class DoorTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final String SIGN_IN = "{\"token\":\"" + TOKEN + "\"}";

    private static final User ADA =
            new User("ada", PasswordHash.of("correct horse".toCharArray(), 10_000), Set.of(Role.VIEW));

    private final ManualClock clock = ManualClock.create();

    /** In a browser that nobody knows. */
    private static SignIns.From from(String address) {
        return new SignIns.From(address, "");
    }

    private static User robot() {
        return new User("robot", TokenHash.of(TOKEN), Set.of(Role.VIEW, Role.SETTLE));
    }

    private Console console(Access access) {
        return Console.builder(MemoryStore.on(clock))
                .access(() -> access)
                .clock(clock)
                .build();
    }

    @Test
    @DisplayName("R36: behind a proxy with TLS that changes the host's name, the cookie is for TLS only all the same")
    void secureBehindProxies() {
        Access access = Access.of(List.of(robot()));
        Access named = access.reachedBy(List.of(URI.create("https://ops.example.com")));

        String rewritten = new Visitor(console(named))
                .with("Origin", "https://ops.example.com")
                .signIn(SIGN_IN)
                .headers()
                .first("Set-Cookie")
                .orElseThrow();
        String kept = new Visitor(console(access))
                .with("Host", "ops.example.com")
                .with("Origin", "https://ops.example.com")
                .signIn(SIGN_IN)
                .headers()
                .first("Set-Cookie")
                .orElseThrow();
        String plain = new Visitor(console(named))
                .with("Origin", "http://127.0.0.1:9901")
                .signIn(SIGN_IN)
                .headers()
                .first("Set-Cookie")
                .orElseThrow();

        assertThat(rewritten).endsWith("; Secure");
        assertThat(kept).endsWith("; Secure");
        assertThat(plain).as("who comes without TLS would lose it").doesNotContain("Secure");
    }

    @Test
    @DisplayName("R36: what a page asks on its own keeps no session alive, whatever it asks")
    void background() {
        Access access = Access.of(List.of(robot())).sessions(Duration.ofMinutes(10), Duration.ofHours(1));
        Visitor page = new Visitor(console(access));
        page.signIn(SIGN_IN);
        clock.advance(Duration.ofMinutes(9));
        assertThat(page.post("api/records/search", "{}").status()).isEqualTo(200);

        page.with("Semel-Background", "1");
        clock.advance(Duration.ofMinutes(9));
        for (String path : List.of("api/overview", "api/operations", "api/session")) {
            assertThat(page.get(path).status()).isEqualTo(200);
        }
        assertThat(page.post("api/records/search", "{}").status()).isEqualTo(200);
        clock.advance(Duration.ofMinutes(1));

        assertThat(Visitor.member(page.post("api/records/search", "{}"), "code"))
                .isEqualTo("session-expired");
    }

    @Test
    @DisplayName("R29, R36: one user's sessions take the place of that user's older ones, and of nobody else's")
    void sessionsOfOneUser() {
        User other = new User("other", TokenHash.of(TOKEN + "x"), Set.of(Role.VIEW));
        Access access = Access.of(List.of(robot(), other));
        Sessions sessions = new Sessions();
        Sessions.Begun mine = sessions.begin(other, access, clock.instant());
        Sessions.Begun first = sessions.begin(robot(), access, clock.instant());
        Sessions.Begun last = first;
        for (int i = 0; i < 2_000; i++) {
            last = sessions.begin(robot(), access, clock.instant());
        }

        assertThat(sessions.find(mine.cookie(), access, clock.instant(), true)).isPresent();
        assertThat(sessions.find(last.cookie(), access, clock.instant(), true)).isPresent();
        assertThat(sessions.find(first.cookie(), access, clock.instant(), true)).isEmpty();
    }

    @Test
    @DisplayName("R36: a wrong password takes as much work for every name, whatever rounds its hash has, and for none")
    void noNamesByTime() throws Exception {
        User quick = new User("quick", PasswordHash.of("correct horse".toCharArray(), 10_000), Set.of(Role.VIEW));
        User slow = new User("slow", PasswordHash.of("correct horse".toCharArray(), 40_000), Set.of(Role.VIEW));
        Access access = Access.of(List.of(quick, slow));
        SignIns signIns = new SignIns();
        try (CountedRounds rounds = new CountedRounds()) {
            for (String name : List.of("slow", "quick", "nobody")) {
                assertThat(rounds.of(() -> assertRefused(signIns, access, name)))
                        .as("rounds for %s", name)
                        .isEqualTo(40_000);
            }
        }
        assertThat(signIns.byPassword(access, "quick", "correct horse", from("10.0.0.7"), clock.instant()))
                .isEqualTo(quick);
    }

    @Test
    @DisplayName("R36: where nobody signs in, only the console's own page and programs that say so settle a record")
    void settlesOpenly() {
        Console console = console(Access.open());
        String settlement = "{\"tenant\":\"a\",\"operation\":\"b\",\"key\":\"c\",\"attempt\":1,"
                + "\"verdict\":\"run-again\",\"why\":\"x\",\"who\":\"me\"}";

        assertThat(Visitor.member(neighbour(console).post("api/records/settle", settlement), "code"))
                .isEqualTo("origin-unknown");
        assertThat(neighbour(console).post("api/records/search", "{}").status()).isEqualTo(200);
        for (String[] known :
                new String[][] {{"Origin", "http://127.0.0.1:9901"}, {"Semel-Client", "a script of mine"}}) {
            Visitor neighbour = neighbour(console).with(known[0], known[1]);
            assertThat(Visitor.member(neighbour.post("api/records/settle", settlement), "code"))
                    .as(known[0])
                    .isEqualTo("no-record");
        }
        Visitor elsewhere = neighbour(console).with("Semel-Client", "x").with("Origin", "https://ops.example.com");
        assertThat(Visitor.member(elsewhere.post("api/records/settle", settlement), "code"))
                .as("a page behind a proxy that changes the host's name")
                .isEqualTo("origin-unknown");
    }

    @Test
    @DisplayName("R36: where nobody signs in, nothing is answered through a proxy that says nothing of itself")
    void relayed() {
        Visitor stranger = neighbour(console(Access.open())).relayed();

        assertThat(Visitor.member(stranger.get("api/session"), "code")).isEqualTo("host-unknown");
        assertThat(Visitor.member(stranger.post("api/records/search", "{}"), "code"))
                .isEqualTo("host-unknown");
        Visitor user = new Visitor(console(Access.of(List.of(robot())))).relayed();
        assertThat(user.signIn(SIGN_IN).status()).isEqualTo(200);
    }

    private static Visitor neighbour(Console console) {
        Visitor neighbour = new Visitor(console);
        return neighbour.with("Semel-Csrf", Visitor.member(neighbour.get("api/session"), "csrf"));
    }

    @Test
    @DisplayName("R36: whoever signed in from somewhere is not kept out there by the tries of others, however many")
    void notLockedOut() {
        Access access = Access.of(List.of(ADA));
        SignIns signIns = guessedAtByMany(access);

        assertThat(signIns.byPassword(access, "ada", "correct horse", from("10.0.0.7"), clock.instant()))
                .isEqualTo(ADA);
    }

    /** Ada has signed in from one address, and then others try, each once, more often than a user's failures are free. */
    private SignIns guessedAtByMany(Access access) {
        SignIns signIns = new SignIns();
        signIns.byPassword(access, "ada", "correct horse", from("10.0.0.7"), clock.instant());
        for (int i = 0; i < 40; i++) {
            String address = "10.9.0." + i;
            assertThatThrownBy(() -> signIns.byPassword(access, "ada", "wrong horse", from(address), clock.instant()))
                    .isInstanceOf(Refusal.class);
        }
        return signIns;
    }

    @Test
    @DisplayName(
            "R36: from elsewhere everybody waits while many addresses guess, and one address that guesses waits too")
    void slowedElsewhere() {
        Access access = Access.of(List.of(ADA));
        SignIns signIns = guessedAtByMany(access);

        assertThatThrownBy(() -> signIns.byPassword(access, "ada", "correct horse", from("10.0.0.8"), clock.instant()))
                .hasMessageContaining("too many");
        for (int i = 0; i < 6; i++) {
            assertThatThrownBy(
                            () -> signIns.byPassword(access, "ada", "wrong horse", from("10.0.0.7"), clock.instant()))
                    .hasMessageContaining("wrong");
        }
        assertThatThrownBy(() -> signIns.byPassword(access, "ada", "correct horse", from("10.0.0.7"), clock.instant()))
                .as("it is known, and guesses all the same")
                .hasMessageContaining("too many");
    }

    @Test
    @DisplayName("R29: the places from where users signed in take bounded room")
    void boundedPlaces() {
        Whereabouts whereabouts = new Whereabouts();
        for (int i = 0; i <= Whereabouts.MOST; i++) {
            whereabouts.remember("place " + i);
        }

        assertThat(whereabouts.size()).isEqualTo(Whereabouts.MOST);
        assertThat(whereabouts.knows("place 0")).isFalse();
        assertThat(whereabouts.knows("place " + Whereabouts.MOST)).isTrue();
    }

    @Test
    @DisplayName("R36: a password that nobody had the time to check is no failure of whoever sent it")
    void countsWhatWasChecked() throws Exception {
        User ada = new User("ada", PasswordHash.of("correct horse".toCharArray(), 400_000), Set.of(Role.VIEW));
        Access access = Access.of(List.of(ada));
        SignIns signIns = new SignIns();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService others = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            String name = "somebody " + i;
            others.execute(() -> keepBusy(signIns, access, name, over));
        }
        try {
            int unchecked = 0;
            while (unchecked < 50) {
                unchecked += isUnchecked(signIns, access) ? 1 : 0;
            }
        } finally {
            over.set(true);
            others.shutdown();
        }
        assertThat(others.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        assertThat(signIns.byPassword(access, "ada", "correct horse", from("10.0.0.7"), clock.instant()))
                .isEqualTo(ada);
    }

    /** Guesses with another address each time, so that nobody slows it down. */
    private void keepBusy(SignIns signIns, Access access, String name, AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            String address = "10.1." + i / 250 + "." + i % 250;
            String other = name + " " + i;
            try {
                signIns.byPassword(access, other, "wrong horse", from(address), clock.instant());
            } catch (Refusal expected) {
                // It is the work that counts.
                assertThat(expected.kind()).isNotNull();
            }
        }
    }

    private boolean isUnchecked(SignIns signIns, Access access) {
        try {
            signIns.byPassword(access, "ada", "correct horse", from("10.0.0.7"), clock.instant());
            return false;
        } catch (Refusal refusal) {
            assertThat(refusal).hasMessageContaining("many sign in just now");
            return true;
        }
    }

    private void assertRefused(SignIns signIns, Access access, String name) {
        assertThatThrownBy(() -> signIns.byPassword(access, name, "wrong horse", from("10.0.0.7"), clock.instant()))
                .isInstanceOf(Refusal.class);
    }
}
