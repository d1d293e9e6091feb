// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Redis keys of records: {@code semel:{4:acme,14:charges.create,0190…}}. Tenant and operation stand behind their
 * lengths in bytes, so that no two ids have the same name. The braces make it a hash tag: whatever is ever kept beside
 * a record under the same beginning lies in the same cluster slot (T21). The tag begins with a digit, since an empty tag
 * would count as none.
 *
 * @param prefix what the names begin with
 */
record KeyNames(String prefix) {

    static final String DEFAULT = "semel:";

    private static final int LONGEST = 64;
    private static final byte MARK = 'm';
    private static final char LIST = 'd';
    private static final Pattern SPECIAL = Pattern.compile("[*?\\[\\]^\\\\-]");

    KeyNames {
        boolean plain = prefix.chars().allMatch(c -> c > ' ' && c <= '~' && c != '{' && c != '}');
        if (prefix.isEmpty() || prefix.length() > LONGEST || !plain) {
            throw new IllegalArgumentException("prefix has 1 to " + LONGEST
                    + " visible ASCII characters without braces, for example \"" + DEFAULT + "\"");
        }
    }

    byte[] of(RecordId id) {
        String tenant = id.tenant().id();
        byte[] bytes = tenant.getBytes(StandardCharsets.UTF_8);
        String name = prefix
                + '{'
                + bytes.length
                + ':'
                + tenant
                + ','
                + id.operation().length()
                + ':'
                + id.operation()
                + ','
                + id.key().value()
                + '}';
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** What the names of these records look like, for {@code MATCH}; some others look like that, too. */
    byte[] pattern(@Nullable Tenant tenant, @Nullable String operation) {
        StringBuilder pattern = new StringBuilder(literally(prefix + '{'));
        if (tenant != null) {
            int length = tenant.id().getBytes(StandardCharsets.UTF_8).length;
            pattern.append(literally(length + ":" + tenant.id() + ','));
        }
        if (operation != null) {
            pattern.append(tenant == null ? "*," : "").append(literally(operation.length() + ":" + operation + ','));
        }
        return pattern.append("*}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What Redis would take for a wildcard stands for itself. */
    private static String literally(String text) {
        return SPECIAL.matcher(text).replaceAll("\\\\$0");
    }

    /** A key beside a record, in its slot. */
    static byte[] markBeside(byte[] key) {
        byte[] mark = Arrays.copyOf(key, key.length + 1);
        mark[key.length] = MARK;
        return mark;
    }

    /** A key beside no record, in this slot of a cluster. */
    byte[] markIn(int slot) {
        return (prefix + '{' + SlotTags.of(slot) + '}' + (char) MARK).getBytes(StandardCharsets.UTF_8);
    }

    /** The list of what waits for a decision among the records of this slot. */
    byte[] listIn(int slot) {
        return (prefix + '{' + SlotTags.of(slot) + '}' + LIST).getBytes(StandardCharsets.UTF_8);
    }

    /** A key that is no record's, to try things out. */
    byte[] trial() {
        return (prefix + "{trial}").getBytes(StandardCharsets.UTF_8);
    }

    /** Where endings are told. */
    byte[] channel() {
        return (prefix + "ended").getBytes(StandardCharsets.UTF_8);
    }

    /** Whose record has this name; empty for any other key. */
    Optional<RecordId> idOf(byte[] key) {
        byte[] begin = (prefix + '{').getBytes(StandardCharsets.UTF_8);
        if (key.length < begin.length
                || key[key.length - 1] != '}'
                || !Arrays.equals(key, 0, begin.length, begin, 0, begin.length)) {
            return Optional.empty();
        }
        try {
            // A name that could be read like one of ours, with a sign in front of a length say, is none.
            return Optional.of(parsed(key, begin.length)).filter(id -> Arrays.equals(of(id), key));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static RecordId parsed(byte[] key, int from) {
        int colon = indexOf(key, ':', from);
        int tenantEnd = colon + 1 + number(key, from, colon);
        int second = indexOf(key, ':', tenantEnd);
        int operationEnd = second + 1 + number(key, tenantEnd + 1, second);
        return new RecordId(
                new Tenant(text(key, colon + 1, tenantEnd)),
                text(key, second + 1, operationEnd),
                new IdempotencyKey(text(key, operationEnd + 1, key.length - 1)));
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        int at = from;
        while (key[at] != wanted) {
            at++;
        }
        return at;
    }

    private static int number(byte[] key, int from, int to) {
        return Integer.parseUnsignedInt(text(key, from, to));
    }

    private static String text(byte[] key, int from, int to) {
        return new String(key, from, to - from, StandardCharsets.UTF_8);
    }
}
