// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreException;
import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What a failed command means. Only the first word of an error is repeated: the rest could show a key (R27). */
final class Failures {

    private static final String FORBIDDEN = "NOPERM";

    /** How Redis and Valkey begin when a command inside a script is forbidden. */
    private static final List<String> FORBIDDEN_IN_SCRIPT =
            List.of("ERR The user executing the script can't", "ERR ACL failure in script");

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

    /** The user may not do this: the command did nothing. */
    static boolean isForbidden(Throwable failure) {
        return cause(failure) instanceof RedisCommandExecutionException refused
                && word(refused).equals(FORBIDDEN);
    }

    /** What the server's error stands for among the driver's exceptions. */
    static RedisCommandExecutionException refused(String error) {
        if (error.startsWith("NOSCRIPT")) {
            return new RedisNoScriptException(error);
        }
        return error.startsWith("READONLY")
                ? new RedisReadOnlyException(error)
                : new RedisCommandExecutionException(error);
    }

    /** Whether a connection was closed while it was being made, and nobody has said why. */
    static boolean isWithoutReason(Throwable failure) {
        Throwable last = failure;
        while (last.getCause() != null && last.getCause() != last) {
            last = last.getCause();
        }
        return "Connection closed prematurely".equals(last.getMessage());
    }

    /** No answer came in time. */
    static StoreException overdue() {
        return new StoreUnavailableException(
                "Redis did not answer in time; whether the command had its effect is unknown");
    }

    static StoreException of(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof StoreException known) {
            return known;
        }
        if (within(cause, SSLException.class) != null) {
            return new StoreUnavailableException(
                    "the TLS connection to Redis cannot be made: its certificate must be valid for this host and signed by"
                            + " somebody who is trusted, by the JVM or by the setting ssl",
                    cause);
        }
        if (cause instanceof RedisCommandTimeoutException) {
            return overdue();
        }
        RedisCommandExecutionException refused = within(cause, RedisCommandExecutionException.class);
        if (refused != null) {
            return meaning(word(refused));
        }
        return new StoreUnavailableException(
                "Redis cannot be reached (" + cause.getClass().getSimpleName()
                        + "); whether the command had its effect is unknown",
                cause);
    }

    private static StoreException meaning(String word) {
        return switch (word) {
            case "WRONGTYPE" -> RecordBytes.unreadable();
            case "OOM" ->
                new StoreUnavailableException(
                        "Redis is full and refuses new claims: raise maxmemory, or shorten the retention");
            case FORBIDDEN ->
                new StoreUnavailableException(
                        "Redis does not let its user do what the store does (NOPERM): give it the rights that"
                                + " docs/stores-redis.md lists");
            case "READONLY", "MASTERDOWN" ->
                new StoreUnavailableException("the Redis server is a replica (" + word
                        + "): name the master, or the sentinels that know it; after a failover this ends by itself");
            case "NOREPLICAS" ->
                new StoreUnavailableException(
                        "Redis takes no writes, since too few replicas follow it" + " (min-replicas-to-write)");
            case "MOVED", "ASK", "TRYAGAIN", "CLUSTERDOWN" ->
                new StoreUnavailableException("no node of the Redis cluster that was asked has the key (" + word
                        + "): open the store with RedisStore.cluster; there this ends when all slots are served again");
            case "LOADING", "BUSY" ->
                new StoreUnavailableException("Redis does nothing else just now (" + word
                        + "): it reads its data after a start, or runs a script of somebody's");
            case "MISCONF" ->
                new StoreUnavailableException(
                        "Redis takes no writes, since it cannot write to its disk (MISCONF): its" + " log says why");
            case "WRONGPASS", "NOAUTH" ->
                new StoreUnavailableException("Redis does not accept the user or the password (" + word + ")");
            default -> new StoreUnavailableException("Redis refused the command (" + word + ")");
        };
    }

    /** What the server said when it refused; nothing if it did not. Never to be shown: it may contain a key. */
    static String refusal(Throwable failure) {
        return cause(failure) instanceof RedisCommandExecutionException refused
                ? String.valueOf(refused.getMessage())
                : "";
    }

    private static String word(RedisCommandExecutionException refused) {
        String message = String.valueOf(refused.getMessage());
        if (FORBIDDEN_IN_SCRIPT.stream().anyMatch(message::startsWith)) {
            return FORBIDDEN;
        }
        int end = message.indexOf(' ');
        return end < 0 ? "no code" : message.substring(0, end);
    }

    /** The first failure of this kind among the causes: the driver wraps what went wrong while it connects. */
    private static <T extends Throwable> @Nullable T within(Throwable failure, Class<T> kind) {
        Throwable cause = failure;
        while (cause != null && !kind.isInstance(cause)) {
            cause = cause.getCause();
        }
        return kind.cast(cause);
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
