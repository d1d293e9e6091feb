// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What somebody decided about a record.
 *
 * @param id whose record
 * @param seen the claim that held the record when it was looked at; where it is not known, that of the record as it is found
 * @param attempt the attempt that was looked at
 * @param verdict what was decided
 * @param who who decided
 * @param why for what reason; the record's own key and tenant are left out of it
 * @param retention how long the record is kept from now on; empty where nobody knows the operation: then as long as by default,
 *     and no shorter than before
 */
public record Settlement(
        RecordId id,
        Optional<ClaimId> seen,
        int attempt,
        Settle.Verdict verdict,
        String who,
        String why,
        Optional<Duration> retention) {

    private static final int SHORTEST_SECRET = 6;

    /** People paste keys into reasons, and whoever may look at a record reads these (R27). */
    public Settlement {
        why = without(id.key().value(), without(id.tenant().id(), why));
    }

    private static String without(String secret, String text) {
        return secret.length() < SHORTEST_SECRET
                ? text
                : Pattern.compile(Pattern.quote(secret), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                        .matcher(text)
                        .replaceAll("…");
    }

    /**
     * The same for the same decision about the same attempt: sent again, it recognises itself instead of finding a record that
     * moved.
     */
    ClaimId claimId() {
        MessageDigest digest = Digests.newSha256();
        for (String part : new String[] {
            id.tenant().id(), id.operation(), id.key().value(), Integer.toString(attempt), verdictText(), who, why
        }) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            digest.update(bytes);
        }
        if (verdict instanceof Settle.Verdict.Happened happened) {
            digest.update(happened.saved().view());
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new ClaimId(hash.getLong(), hash.getLong());
    }

    /** The same decision, with which the record is kept for so long. */
    Settlement keptFor(Duration other) {
        return new Settlement(id, seen, attempt, verdict, who, why, Optional.of(other));
    }

    /** The verdict in a word. */
    String verdictText() {
        if (verdict instanceof Settle.Verdict.Happened) {
            return "happened";
        }
        return verdict instanceof Settle.Verdict.DidNotHappen ? "did-not-happen" : "run-again";
    }

    /** Refuses words that no history could keep, before anybody is asked. */
    void check() {
        Settle unused = fencedBy(new ClaimId(0, 0));
    }

    Settle fencedBy(ClaimId holder) {
        return new Settle(
                id, attempt, holder, claimId(), verdict, who, why, retention.orElseGet(Catalogue.unknown()::retention));
    }

    /** Shows the operation only (R27). */
    @Override
    public String toString() {
        return "Settlement[" + id + "]";
    }
}
