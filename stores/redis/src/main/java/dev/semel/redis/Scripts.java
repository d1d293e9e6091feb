// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs scripts by name, and by text where the server does not know them: after a restart, or on a new master. */
final class Scripts {

    private final ServerClock clock;
    private final Notices notices;

    Scripts(ServerClock clock, Notices notices) {
        this.clock = clock;
        this.notices = notices;
    }

    /** Teaches a server all scripts. */
    static void load(RedisClusterCommands<byte[], byte[]> server) {
        for (Script script : Script.values()) {
            server.scriptLoad(script.text());
        }
    }

    /** Runs the script on the record of this key; the arguments come after the channel. */
    CompletableFuture<Reply> run(Road road, Script script, byte[] key, byte[]... arguments) {
        byte[][] all = new byte[arguments.length + 1][];
        all[0] = notices.channel();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
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

    /** Takes a step through the records of one server; they are of many slots, so that none of them is named as a key. */
    static CompletableFuture<List<Object>> look(RedisClusterAsyncCommands<byte[], byte[]> server, byte[][] arguments) {
        byte[][] none = {};
        return server.<List<Object>>evalsha(Script.LOOK.sha(), ScriptOutputType.MULTI, none, arguments)
                .toCompletableFuture()
                .exceptionallyCompose(failure -> Failures.isScriptMissing(failure)
                        ? server.eval(Script.LOOK.text(), ScriptOutputType.MULTI, none, arguments)
                        : CompletableFuture.failedFuture(failure));
    }

    private Reply read(byte[] bytes) {
        Reply reply = Reply.of(bytes);
        clock.heard(reply.now());
        return reply;
    }
}
