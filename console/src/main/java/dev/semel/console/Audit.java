// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.SettleAnswer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What people did and were refused, in a log of its own: {@code dev.semel.audit}. Who, what and why; a key only as its short hash
 * (R27), and what cannot be seen as its number, so that nobody writes a line of somebody else's. A settlement has a line before
 * the store is asked: whatever ends the process, nothing was changed of which the log does not know. Stateless.
 */
final class Audit {

    private static final System.Logger LOG = System.getLogger("dev.semel.audit");
    private static final String SETTLED = "SETTLED";
    private static final String ASKED_FOR = "ASKED FOR";

    /** Control and format characters, such as those that turn the order of a text around, and line separators. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    void signedIn(String user, String address) {
        LOG.log(System.Logger.Level.INFO, "signed in: " + plain(user) + " from " + plain(address));
    }

    void signedOut(String user) {
        LOG.log(System.Logger.Level.INFO, "signed out: " + plain(user));
    }

    /** Without the name that was tried: people type passwords into the wrong field. */
    void refused(String address, String code) {
        LOG.log(System.Logger.Level.WARNING, "sign-in refused (" + code + ") from " + plain(address));
    }

    /** Somebody who is known may not settle. */
    void denied(@Nullable String user, String address, String code) {
        LOG.log(
                System.Logger.Level.WARNING,
                "settlement DENIED (" + code + "): by " + (user == null ? "nobody signed in" : plain(user)) + " from "
                        + plain(address));
    }

    /** Before the store is asked. */
    void asked(Settlement settlement, String hash) {
        settled(settlement, hash, ASKED_FOR);
    }

    void settled(Settlement settlement, String hash, String ending) {
        boolean isUsual = ending.equals(ASKED_FOR) || ending.equals(SETTLED);
        LOG.log(
                isUsual ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
                "settlement " + ending + ": " + settlement.verdictText() + ", attempt " + settlement.attempt()
                        + " of key "
                        + plain(settlement.id().operation()) + " " + hash + ", by " + plain(settlement.who())
                        + ", why: "
                        + plain(settlement.why()));
    }

    /** How a settlement ended that the store answered. */
    static String ending(Optional<SettleAnswer> answer) {
        if (answer.isEmpty()) {
            return "REFUSED (no such record)";
        }
        return answer.get() instanceof SettleAnswer.Settled ? SETTLED : "REFUSED (the record moved)";
    }

    /**
     * How one ended that failed; only of what the store was asked to settle nobody knows what became of it.
     *
     * @param isSent whether the store was asked to settle, or failed when the record was looked at before
     */
    static String ending(Throwable failure, boolean isSent) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof InvalidValueException) {
            return "REFUSED (it cannot be)";
        }
        return isSent ? "UNKNOWN (" + reason(cause) + ")" : "NOT TRIED (" + reason(cause) + ")";
    }

    private static String reason(Throwable cause) {
        if (cause instanceof UnreadableRecordException) {
            return "the record cannot be read";
        }
        boolean isUnanswered = cause instanceof StoreUnavailableException || cause instanceof TimeoutException;
        return isUnanswered
                ? "the store did not answer"
                : "it failed: " + cause.getClass().getSimpleName();
    }

    private static String plain(String text) {
        return UNSEEN.matcher(text).replaceAll(found -> numbers(found.group()));
    }

    private static String numbers(String unseen) {
        return unseen.chars()
                .mapToObj(unit -> String.format(Locale.ROOT, "\\\\u%04x", unit))
                .collect(Collectors.joining());
    }
}
