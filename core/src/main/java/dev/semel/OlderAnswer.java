// SPDX-License-Identifier: Apache-2.0
package dev.semel;

/** What a retry gets when the saved answer is of an older schema version than the operation's (R20). Immutable. */
public sealed interface OlderAnswer {

    /** The older answer as it is. */
    static OlderAnswer replay() {
        return new Replay();
    }

    /** The work is done again; the older answer stays until a new one is saved. */
    static OlderAnswer rerun() {
        return new Rerun();
    }

    /** The older answer, converted. */
    static OlderAnswer convert(Converter converter) {
        return new Convert(converter);
    }

    /** Turns an older answer into one of the operation's version. Must be safe for use by several threads. */
    @FunctionalInterface
    interface Converter {

        /** An exception means that the answer cannot be read; the work is not done again because of it. */
        Saved convert(int fromVersion, Saved older);
    }

    /** See {@link #replay}. */
    record Replay() implements OlderAnswer {}

    /** See {@link #rerun}. */
    record Rerun() implements OlderAnswer {}

    /**
     * See {@link #convert}.
     *
     * @param converter does it
     */
    record Convert(Converter converter) implements OlderAnswer {}
}
