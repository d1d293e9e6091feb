// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
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
        byte[][] keys = {key};
        byte[][] all = new byte[arguments.length + 1][];
        all[0] = notices.channel();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        CompletableFuture<byte[]> known =
                road.send(key, commands -> commands.evalsha(script.sha(), ScriptOutputType.VALUE, keys, all));
        return known.exceptionallyCompose(failure -> Failures.isScriptMissing(failure)
                        ? road.send(key, commands -> commands.eval(script.text(), ScriptOutputType.VALUE, keys, all))
                        : CompletableFuture.failedFuture(failure))
                .thenApply(this::read);
    }

    private Reply read(byte[] bytes) {
        Reply reply = Reply.of(bytes);
        clock.heard(reply.now());
        return reply;
    }
}
