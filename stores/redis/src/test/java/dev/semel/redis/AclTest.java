// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.Browsable;
import dev.semel.spi.Notifying;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A user with the rights that the documentation lists")
class AclTest {

    static final List<String> BROWSING = List.of("+scan");

    private static final Path PAGE = Path.of("../../docs/stores-redis.md");
    private static final String LINE = "ACL SETUSER semel ";

    private static RedisProcess server;
    private static Raw raw;

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
        raw = new Raw(server.uri());
    }

    @AfterAll
    static void stop() {
        raw.close();
        server.close();
    }

    @Test
    @DisplayName("R30: can do everything that the store does")
    void enough() throws IOException {
        allow(documented());
        Set<RecordId> heard = ConcurrentHashMap.newKeySet();
        try (RedisStore store = open("semel");
                Notifying.Subscription open = store.onEnded(heard::add)) {
            assertThat(open).isNotNull();
            everything(store);
            Eventually.holds("endings are told", () -> {
                Commands.completed(store, Commands.freshId(), new byte[] {1});
                return !heard.isEmpty();
            });
        }
    }

    static Stream<String> rights() throws IOException {
        return documented().stream()
                .filter(word -> word.startsWith("+") || word.startsWith("~") || word.startsWith("&"));
    }

    @ParameterizedTest(name = "R30: needs {0}: without it the store says at start-up what is missing")
    @MethodSource("rights")
    void noLess(String right) throws IOException {
        List<String> fewer = new ArrayList<>(documented());
        fewer.remove(right);
        allow(fewer);

        assertThatThrownBy(() -> open("semel"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("give it the rights that docs/stores-redis.md lists");
    }

    @Test
    @DisplayName(
            "R30, R36: looks through the records with one right more, and reads the list of what waits for a decision with none")
    void browsing() throws IOException {
        List<String> more = new ArrayList<>(documented());
        more.addAll(BROWSING);
        allow(more);
        try (RedisStore store = open("semel")) {
            Commands.completed(store, Commands.freshId(), new byte[] {1});
            assertThat(Commands.now(store.browse(Browsable.Question.all(1_000))).found())
                    .isNotEmpty();
        }
        allow(documented());
        try (RedisStore store = open("semel")) {
            Claim doubtful = Commands.claim(Commands.freshId());
            Commands.now(store.claim(doubtful));
            Commands.now(store.finish(Commands.doubts(doubtful)));
            assertThat(Commands.now(store.doubts(Browsable.Question.all(1_000))).found())
                    .isNotEmpty();
        }
    }

    @Test
    @DisplayName("R30: uses another database with one right more, and is told so without it")
    void database() throws IOException {
        allow(documented());
        assertThatThrownBy(() -> open("semel", "/3"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("give it the rights that docs/stores-redis.md lists");

        List<String> more = new ArrayList<>(documented());
        more.addAll(row("a database other than 0"));
        allow(more);
        try (RedisStore store = open("semel", "/3")) {
            everything(store);
        }
    }

    @ParameterizedTest(name = "R30, R36: is told so when it looks through the records without {0}")
    @FieldSource("BROWSING")
    void notBrowsing(String right) throws IOException {
        List<String> fewer = new ArrayList<>(documented());
        fewer.addAll(BROWSING);
        fewer.remove(right);
        allow(fewer);
        try (RedisStore store = open("semel")) {
            Commands.completed(store, Commands.freshId(), new byte[] {1});

            assertThatThrownBy(() -> Commands.now(store.browse(Browsable.Question.all(10))))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("give it the rights that docs/stores-redis.md lists");
        }
    }

    @Test
    @DisplayName("R27, R30: whose password is wrong is told so, and nothing of the password")
    void wrongPassword() throws IOException {
        allow(documented());

        assertThatThrownBy(() -> RedisStore.at("redis://semel:guessed@127.0.0.1:" + server.port())
                        .callLimit(Duration.ofSeconds(30))
                        .build())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("does not accept the user or the password")
                .hasMessageNotContaining("guessed");
    }

    private static RedisStore open(String user) {
        return open(user, "");
    }

    private static RedisStore open(String user, String database) {
        return RedisStore.at("redis://" + user + ":password@127.0.0.1:" + server.port() + database)
                .callLimit(Duration.ofSeconds(30))
                .build();
    }

    /** Every script and command once, and each of them to its end. */
    static void everything(RedisStore store) {
        Claim claim = Commands.claim(Commands.freshId());
        assertThat(Commands.now(store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class);
        assertThat(Commands.now(store.claim(Commands.claim(claim.id())))).isInstanceOf(ClaimAnswer.InProgress.class);
        Renewal other = new Renewal(claim.id(), 1, claim.claimId(), Commands.LEASE, Duration.ofDays(2));
        assertThat(Commands.now(store.renew(List.of(other)))).containsExactly(RenewAnswer.RENEWED);
        assertThat(Commands.now(store.finish(Commands.completes(claim, "paid"))))
                .isInstanceOf(FinishAnswer.Applied.class);
        assertThat(Commands.now(store.claim(Commands.claim(claim.id())))).isInstanceOf(ClaimAnswer.Final.class);

        Claim doubtful = Commands.claim(Commands.freshId());
        Commands.now(store.claim(doubtful));
        assertThat(Commands.now(store.finish(Commands.doubts(doubtful)))).isInstanceOf(FinishAnswer.Applied.class);
        Settle settle = new Settle(
                doubtful.id(),
                1,
                doubtful.claimId(),
                new ClaimId(1, 1),
                new Settle.Verdict.DidNotHappen(),
                "ops",
                "asked the bank",
                Commands.RETENTION);
        assertThat(Commands.now(store.settle(settle))).isInstanceOf(SettleAnswer.Settled.class);
        assertThat(Commands.now(store.find(doubtful.id()))).isPresent();
    }

    /** The words of the documented line, behind the user's name. */
    static List<String> documented() throws IOException {
        List<String> lines = Files.readAllLines(PAGE, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith(LINE))
                .toList();
        assertThat(lines).as("the page shows the line once").hasSize(1);
        return List.of(lines.get(0).substring(LINE.length()).split(" "));
    }

    /** The rights in the table's row for this. */
    static List<String> row(String what) throws IOException {
        String begin = "| " + what;
        List<String> rows = Files.readAllLines(PAGE, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith(begin) && line.contains("`+"))
                .toList();
        assertThat(rows).as("the page has one such row").hasSize(1);
        String rights = rows.get(0).substring(rows.get(0).lastIndexOf("| `+") + 3);
        return List.of(rights.substring(0, rights.indexOf('`')).split(" "));
    }

    private static void allow(List<String> words) {
        allow(raw.commands(), ByteArrayCodec.INSTANCE, words);
    }

    static <K> void allow(RedisCommands<K, K> server, RedisCodec<K, K> codec, List<String> words) {
        server.aclDeluser("semel");
        CommandArgs<K, K> arguments = new CommandArgs<>(codec).add("SETUSER").add("semel");
        words.forEach(arguments::add);
        server.dispatch(CommandType.ACL, new StatusOutput<>(codec), arguments);
    }
}
