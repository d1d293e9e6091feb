// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletionException;

/** Whether the user may do what the store does, tried out at start-up (R30). */
final class Rights {

    private static final String TRIAL = Script.fileText("rights");

    private Rights() {}

    /**
     * Tries everything once on a key of its own.
     *
     * @throws dev.semel.spi.StoreUnavailableException if the user lacks a right; what else may be wrong is left to the
     *     first claim, which may come when it is over
     */
    static void require(RedisClusterAsyncCommands<byte[], byte[]> commands, RedisSettings settings) {
        KeyNames names = settings.names();
        byte[][] key = {names.trial()};
        try {
            commands.eval(TRIAL, ScriptOutputType.INTEGER, key, names.channel())
                    .toCompletableFuture()
                    .join();
            commands.evalsha(Script.FIND.sha(), ScriptOutputType.VALUE, key, Words.NOTHING)
                    .toCompletableFuture()
                    .join();
            if (settings.replicas() > 0) {
                // For none of them: it is answered at once.
                commands.waitForReplication(0, 1).toCompletableFuture().join();
            }
        } catch (CompletionException failure) {
            if (Failures.isForbidden(failure)) {
                throw Failures.of(failure);
            }
        }
    }
}
