// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Saved;

/** What is saved of an answer. */
final class Snapshots {

    private static final String STATUS = ";status=";

    private Snapshots() {}

    /** The answer with the headers that are kept; without its bytes when these are too many (R19). */
    static Saved saved(HttpAnswer own, HttpPolicy policy) {
        Headers kept = policy.keptHeaders().of(own.headers());
        Saved saved = HttpSnapshot.codec().save(HttpAnswer.owning(own.status(), kept, own.array()));
        return saved.size() > policy.operation().answerLimit() ? omitted(own.status()) : saved;
    }

    /** An answer that was given and is not kept; its status is. */
    static Saved omitted(int status) {
        return Saved.omitted(HttpSnapshot.CONTENT_TYPE + STATUS + status);
    }
}
