// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreException;
import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a failed command means. Only the first word of an error is repeated: the rest could show a key (R27). */
final class Failures {

    private Failures() {}

    /** Redis does not know the script: it did nothing, and is to be sent with its text. */
    static boolean isScriptMissing(Throwable failure) {
        return cause(failure) instanceof RedisNoScriptException;
    }

    /** The connection leads to a server that was made a replica since. */
    static boolean isReadOnly(Throwable failure) {
        return cause(failure) instanceof RedisReadOnlyException;
    }

    /** A cluster's node does not have the key's slot, or not any more: the command did nothing there. */
    static boolean isElsewhere(Throwable failure) {
        return cause(failure) instanceof RedisCommandExecutionException refused
                && Set.of("MOVED", "ASK", "CLUSTERDOWN").contains(word(refused));
    }

    /** The server has no memory left: it refused a command that could have written, and did nothing. */
    static boolean isFull(Throwable failure) {
        return cause(failure) instanceof RedisCommandExecutionException refused
                && word(refused).equals("OOM");
    }

    static StoreException of(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof StoreException known) {
            return known;
        }
        if (cause instanceof RedisCommandTimeoutException) {
            return new StoreUnavailableException(
                    "Redis did not answer in time; whether the command had its effect is unknown");
        }
        if (cause instanceof RedisCommandExecutionException refused) {
            return refused(word(refused));
        }
        return new StoreUnavailableException(
                "Redis cannot be reached (" + cause.getClass().getSimpleName()
                        + "); whether the command had its effect is unknown",
                cause);
    }

    private static StoreException refused(String word) {
        return switch (word) {
            case "WRONGTYPE" -> RecordBytes.unreadable();
            case "OOM" ->
                new StoreUnavailableException(
                        "Redis is full and refuses new claims: raise maxmemory, or shorten the retention");
            default -> new StoreUnavailableException("Redis refused the command (" + word + ")");
        };
    }

    private static String word(RedisCommandExecutionException refused) {
        String message = String.valueOf(refused.getMessage());
        int end = message.indexOf(' ');
        return end < 0 ? "no code" : message.substring(0, end);
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
