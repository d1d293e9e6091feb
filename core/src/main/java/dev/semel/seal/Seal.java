// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.Saved;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a sealed answer is told from a plain one, without a key: by the content type that the store inside sees. It names the
 * form and the key, so that whoever retires a key can ask the database whether an answer still needs it.
 */
public final class Seal {

    private static final String TYPE = "application/vnd.semel.sealed;";
    private static final String FORM = "v=";
    private static final String KEY = ";key=";

    /** The form that this version writes, and the only one that it reads. */
    static final int VERSION = 1;

    private static final Pattern MARK = Pattern.compile("v=(\\d{1,3});key=(" + SealingKey.ID + ")");

    private Seal() {}

    /** Whether this is a sealed answer: what it said is not to be had without its key. */
    public static boolean isOn(Saved saved) {
        return saved.contentType().startsWith(TYPE);
    }

    /** The id of the key that a sealed answer was sealed with; none for a plain one, and where the mark is damaged. */
    public static Optional<String> keyOf(Saved saved) {
        return mark(saved).map(Mark::key);
    }

    /** What a mark says. */
    record Mark(int version, String key) {}

    static Optional<Mark> mark(Saved saved) {
        if (!isOn(saved)) {
            return Optional.empty();
        }
        Matcher mark = MARK.matcher(saved.contentType().substring(TYPE.length()));
        return mark.matches()
                ? Optional.of(new Mark(Integer.parseInt(mark.group(1)), mark.group(2)))
                : Optional.empty();
    }

    /** The content type of what is sealed with this key. */
    static String type(String keyId) {
        return TYPE + FORM + VERSION + KEY + keyId;
    }

    /** Stands for an answer that could not be opened where one record must not spoil a page of others. */
    static Saved unopened(Saved saved) {
        return Saved.omitted(isOn(saved) ? saved.contentType() : TYPE + "refused");
    }
}
