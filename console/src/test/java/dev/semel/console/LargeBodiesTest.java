// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.memory.MemoryStore;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R29, R36: a request whose body is too large")
class LargeBodiesTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final Access access = Access.of(List.of(new User("robot", TokenHash.of(TOKEN), Set.of(Role.VIEW))));
    private final Console console =
            Console.builder(MemoryStore.create()).access(() -> access).build();
    private final Visitor robot = new Visitor(console);

    @Test
    @DisplayName("is refused, and nothing of it is done: who wanted to sign out stays signed in, and is told so")
    void nothingDone() {
        robot.signIn("{\"token\":\"" + TOKEN + "\"}");

        for (String[] asked : new String[][] {
            {"DELETE", "api/session"},
            {"POST", "api/session"},
            {"GET", "api/overview"},
            {"POST", "api/records/search"},
            {"GET", "index.html"}
        }) {
            assertThat(Visitor.member(robot.tooLarge(asked[0], asked[1]), "code"))
                    .as(asked[0] + " " + asked[1])
                    .isEqualTo("too-large");
        }

        assertThat(robot.get("api/overview").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("tells who may not be here that, and not how large it may be; and what is not here anyway")
    void strangers() {
        assertThat(Visitor.member(robot.tooLarge("POST", "api/records/search"), "code"))
                .isEqualTo("sign-in-required");
        assertThat(Visitor.member(robot.tooLarge("POST", "api/nothing"), "code"))
                .isEqualTo("nothing-here");
        robot.with("Origin", "https://evil.example");
        assertThat(Visitor.member(robot.tooLarge("DELETE", "api/session"), "code"))
                .isEqualTo("origin-unknown");
    }
}
