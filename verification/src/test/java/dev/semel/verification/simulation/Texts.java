// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Saved;
import dev.semel.state.RecordId;
import java.nio.charset.StandardCharsets;

/** Answers that say whose they are, so that one that reaches the wrong caller gives itself away. */
final class Texts {

    private static final String CONVERTED = "converted:";

    private Texts() {}

    static String of(RecordId id) {
        return id.tenant().id() + "/" + id.operation() + "/" + id.key().value();
    }

    static Saved answer(RecordId id, String what) {
        return saved(of(id) + "=" + what);
    }

    static Saved saved(String text) {
        return Saved.owning("text", text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Saved saved) {
        return saved.isOmitted()
                ? "(omitted)"
                : StandardCharsets.UTF_8.decode(saved.view()).toString();
    }

    static Saved converted(Saved older) {
        return older.isOmitted() ? older : saved(CONVERTED + text(older));
    }

    /** Whether the answer is of this record. */
    static boolean belongs(Saved saved, RecordId id) {
        String text = text(saved);
        String plain = text.startsWith(CONVERTED) ? text.substring(CONVERTED.length()) : text;
        return saved.isOmitted() || plain.startsWith(of(id) + "=");
    }
}
