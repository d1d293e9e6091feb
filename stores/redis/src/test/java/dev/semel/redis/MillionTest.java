// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.Browsable;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.Claim;
import dev.semel.state.State;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A look through a million records")
class MillionTest {

    private static final int MILLION = 1_000_000;

    /** Copies of one record under a million names, made by the server itself. */
    private static final String COPIES = """
            local record = redis.call('GET', KEYS[1])
            for i = 1, tonumber(ARGV[1]) do
                redis.call('SET', string.gsub(KEYS[1], '}$', i .. '}'), record, 'PX', 3600000)
            end
            return 0
            """;

    @Test
    @DisplayName(
            "R36: is a script for 32 keys, and for up to 128 where nobody else wants anything of the server, with one SCAN and a look at each; and never KEYS")
    void commandsOfAPage() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                RedisClient client = RedisClient.create(server.uri());
                RedisStore store = Commands.patient(server.uri())) {
            RedisCommands<String, String> commands = filled(client, store);
            commands.configResetstat();

            Page none = Commands.now(((Browsable) store).browse(Question.all(50).in(State.IN_DOUBT)));
            Page full = Commands.now(((Browsable) store).browse(Question.all(50)));

            assertThat(none.found()).isEmpty();
            assertThat(none.next()).isPresent();
            assertThat(none.looked())
                    .as("what was looked at and is not looked for")
                    .isBetween(50, 32_000);
            assertThat(full.found()).hasSizeBetween(50, 200);
            String counted = commands.info("commandstats");
            assertThat(calls(counted, "keys")).isZero();
            assertThat(calls(counted, "getrange")).isEqualTo(none.looked() + full.looked());
            assertThat(List.of(calls(counted, "strlen"), calls(counted, "get"), calls(counted, "pexpiretime")))
                    .as("only of what is looked for")
                    .containsOnly(full.found().size());
            assertThat(calls(counted, "evalsha"))
                    .as("round trips")
                    .isEqualTo(calls(counted, "scan"))
                    .isBetween((none.looked() + full.looked()) / 128, (none.looked() + full.looked()) / 32 + 3);
        }
    }

    @Test
    @DisplayName("R16, R36: finds what is in doubt by its list: in one round trip, with a look at nothing else")
    void inbox() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                RedisClient client = RedisClient.create(server.uri());
                RedisStore store = Commands.patient(server.uri())) {
            RedisCommands<String, String> commands = filled(client, store);
            Claim doubtful = Commands.claim(Commands.freshId());
            Commands.now(store.claim(doubtful));
            Commands.now(store.finish(Commands.doubts(doubtful)));
            commands.configResetstat();

            Page page = Commands.now(store.doubts(Question.all(50)));

            assertThat(page.found()).hasSize(1);
            assertThat(page.next()).isEmpty();
            String counted = commands.info("commandstats");
            assertThat(Stream.of("evalsha", "zrange", "getrange", "get").map(command -> calls(counted, command)))
                    .containsOnly(1);
            assertThat(Stream.of("scan", "keys", "strlen").map(command -> calls(counted, command)))
                    .containsOnly(0);
        }
    }

    private static RedisCommands<String, String> filled(RedisClient client, RedisStore store) {
        StatefulRedisConnection<String, String> connection = client.connect();
        connection.setTimeout(Duration.ofMinutes(2));
        RedisCommands<String, String> commands = connection.sync();
        Commands.completed(store, Commands.freshId(), new byte[] {1});
        String[] one = {commands.randomkey()};
        commands.eval(COPIES, ScriptOutputType.INTEGER, one, Integer.toString(MILLION));
        return commands;
    }

    private static int calls(String counted, String command) {
        Matcher line = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)").matcher(counted);
        return line.find() ? Integer.parseInt(line.group(1)) : 0;
    }
}
