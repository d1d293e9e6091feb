// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Runs scripts by name, and by text where the server does not know them: after a restart, or on a new master. */
final class Scripts {

    private final ServerClock clock;
    private final Notices notices;
    private final UnaryOperator<byte[]> lists;

    /** The last one says for a record's key which list the record would be on. */
    Scripts(ServerClock clock, Notices notices, UnaryOperator<byte[]> lists) {
        this.clock = clock;
        this.notices = notices;
        this.lists = lists;
    }

    /** Teaches a server all scripts. */
    static void load(RedisClusterCommands<byte[], byte[]> server) {
        for (Script script : Script.values()) {
            server.scriptLoad(script.text());
        }
    }

    /** Runs the script on the record of this key; the arguments come after the channel, and before the list. */
    CompletableFuture<Reply> run(Road road, Script script, byte[] key, byte[]... arguments) {
        byte[][] all = new byte[arguments.length + (script.isListing() ? 2 : 1)][];
        all[0] = notices.channel();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        if (script.isListing()) {
            all[all.length - 1] = lists.apply(key);
        }
        return road.send(Request.byName(script, key, all))
                .exceptionallyCompose(failure -> Failures.isScriptMissing(failure)
                        ? road.send(Request.byText(script, key, all))
                        : CompletableFuture.failedFuture(failure))
                .thenApply(this::read);
    }

    /** Replaces a record by another one, if it is still as it was written; the shortest script there is. */
    void replace(Road road, byte[] key, byte[] written, byte[] next, byte[] retention, Listener<Boolean> listener) {
        byte[] channel = notices.channel();
        byte[][] all = channel.length == 0
                ? new byte[][] {written, next, retention}
                : new byte[][] {written, next, retention, channel};
        road.send(Request.truthByName(Script.REPLACE, key, all), (done, failure) -> {
            if (failure != null && Failures.isScriptMissing(failure)) {
                road.send(Request.truthByText(Script.REPLACE, key, all), listener);
            } else {
                listener.told(done, failure);
            }
        });
    }

    /** Takes a step through the records of one server, or its lists; they are of many slots, so that none of them is named as a key. */
    static CompletableFuture<List<Object>> look(
            RedisClusterAsyncCommands<byte[], byte[]> server, Script script, byte[][] arguments) {
        return across(server, script, ScriptOutputType.MULTI, arguments);
    }

    /** Puts these records of one server on their lists, as far as they wait for a decision, and takes all others off. */
    CompletableFuture<Long> check(RedisClusterAsyncCommands<byte[], byte[]> server, List<byte[]> keys) {
        byte[][] pairs =
                keys.stream().flatMap(key -> Stream.of(lists.apply(key), key)).toArray(byte[][]::new);
        return across(server, Script.CHECK, ScriptOutputType.INTEGER, pairs);
    }

    private static <T> CompletableFuture<T> across(
            RedisClusterAsyncCommands<byte[], byte[]> server,
            Script script,
            ScriptOutputType type,
            byte[][] arguments) {
        byte[][] none = {};
        return server.<T>evalsha(script.sha(), type, none, arguments)
                .toCompletableFuture()
                .exceptionallyCompose(failure -> Failures.isScriptMissing(failure)
                        ? server.eval(script.text(), type, none, arguments)
                        : CompletableFuture.failedFuture(failure));
    }

    private Reply read(byte[] bytes) {
        Reply reply = Reply.of(bytes);
        clock.heard(reply.now());
        return reply;
    }
}
