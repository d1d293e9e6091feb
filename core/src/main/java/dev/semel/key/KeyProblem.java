// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.io.Serializable;

/**
 * Why a key was refused: a stable code for programs and a sentence for people.
 *
 * <p>It knows the kind of problem and the key's length and nothing else, so no text made from it can show the key or a
 * part of it (R27). Immutable and safe for use by several threads.
 *
 * @param kind what is wrong
 * @param length how many characters the key has
 */
public record KeyProblem(Kind kind, int length) implements Serializable {

    private static final String ADVICE =
            " Make one key per intent, at random, and send the same one with every retry: a UUID of version 4 or 7 does,"
                    + " as crypto.randomUUID() gives in a browser and UUID.randomUUID() in Java.";

    private static final String ASK =
            " Ask this service for a key, one per intent, and send it as it is, and the same one with every retry.";

    /** The stable code of the problem, in lower case with dashes. */
    public String code() {
        return kind.code;
    }

    /** Says what is wrong, what was expected and how a good key is made; never shows the key. */
    public String detail() {
        return kind.text.replace("{length}", Integer.toString(length)) + kind.advice;
    }

    // No text below quotes a bad key, not even as an example: a message that shows "the" typical bad key shows the key.
    /** What can be wrong with a key; new kinds may come in a minor version. */
    public enum Kind {
        /** No characters at all. */
        EMPTY("key-empty", "The key is empty; expected are 1 to 255 visible ASCII characters."),
        /** More than 255 characters. */
        TOO_LONG("key-too-long", "The key has {length} characters; expected are 1 to 255 visible ASCII characters."),
        /** A blank, a control character or a character beyond ASCII. */
        NOT_VISIBLE_ASCII(
                "key-not-visible-ascii",
                "The key has {length} characters and some of them are blanks, control characters or beyond ASCII;"
                        + " expected are 1 to 255 visible ASCII characters."),
        /** Shorter than 32 characters and in no compact random format. */
        TOO_SHORT(
                "key-too-short",
                "The key has {length} characters and is in no compact random format; expected are 32 characters or"
                        + " more, or a NanoID, CUID2, ULID or KSUID of at least 21."),
        /** What a program writes when it has no key, or plain words. */
        PLACEHOLDER(
                "key-placeholder",
                "The key is what a program writes when it has none: the text of a missing value, a template that was"
                        + " not filled in, or plain words; expected is a random key."),
        /** One repeated character, a short pattern or a sequence. */
        PREDICTABLE(
                "key-predictable",
                "The key is one character repeated, a short pattern or a sequence; expected is a random key."),
        /** A number. */
        DIGITS(
                "key-digits",
                "The key is a plain number, and two intents soon share a number; expected is a random key."),
        /** An epoch or a date with a time. */
        TIMESTAMP(
                "key-timestamp",
                "The key is a point in time, which two intents may share and two attempts may not; expected is a"
                        + " random key."),
        /** The nil UUID or the max UUID. */
        NIL_UUID(
                "key-nil-uuid",
                "The key is the nil or the max UUID, which stand for no value; expected is a random key."),
        /** Not a UUID, where only UUIDs are accepted. */
        NOT_UUID(
                "key-not-uuid",
                "The key has {length} characters and is no UUID in its canonical form; expected is a UUID of version 4"
                        + " or 7: 36 characters, hexadecimal digits in five groups with dashes between."),
        /** A UUID of another version or variant, where only versions 4 and 7 are accepted. */
        UUID_VERSION(
                "key-uuid-version",
                "The key is a UUID of another version or variant; expected is version 4 or 7 of RFC 9562."),
        /** Not a key that a server issues, where only those are accepted. */
        NOT_ISSUED(
                "key-not-issued",
                "The key has {length} characters and is none that this service issues; expected is one of those.",
                ASK),
        /**
         * In the form of an issued key, but not one that was issued to this tenant: altered, made up, issued to another, or
         * signed with a secret that does not count any more. Which of these it is, nobody is told: it would help whoever
         * tries keys out.
         */
        NOT_GENUINE(
                "key-not-genuine",
                "The key was not issued by this service, or not to whoever sent it, or it was changed on its way; expected"
                        + " is a key as it was issued.",
                ASK);

        private final String code;
        private final String text;
        private final String advice;

        Kind(String code, String text) {
            this(code, text, ADVICE);
        }

        Kind(String code, String text, String advice) {
            this.code = code;
            this.text = text;
            this.advice = advice;
        }
    }
}
