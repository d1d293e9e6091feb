// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;

/** The words for what callers are told, as in docs/meters.md. */
final class AdmissionWords implements Admission.Cases<String> {

    @Override
    public String run(Admission.Run run) {
        return run.ticket().isDegraded() ? "unprotected" : "run";
    }

    @Override
    public String replay(Admission.Replay replay) {
        return "replay";
    }

    @Override
    public String conflict(Admission.Conflict conflict) {
        return "conflict";
    }

    @Override
    public String mismatch(Admission.Mismatch mismatch) {
        return "mismatch";
    }

    @Override
    public String expiredKey(Admission.ExpiredKey expiredKey) {
        return "expired-key";
    }

    @Override
    public String held(Admission.Held held) {
        return "held";
    }

    @Override
    public String unavailable(Admission.Unavailable unavailable) {
        return "unavailable";
    }
}
