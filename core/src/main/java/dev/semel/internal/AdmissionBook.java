// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Intent;
import dev.semel.event.AdmissionEvent;
import dev.semel.event.KeyRef;
import java.util.concurrent.CompletableFuture;

/** Tells observers how each intent was admitted. */
final class AdmissionBook {

    private final EventHub events;

    AdmissionBook(EventHub events) {
        this.events = events;
    }

    CompletableFuture<Admission> write(Intent intent, CompletableFuture<Admission> admission) {
        if (admission.isDone()) {
            write(intent, admission.join());
            return admission;
        }
        return admission.thenApply(known -> write(intent, known));
    }

    private Admission write(Intent intent, Admission admission) {
        boolean warning = admission instanceof Admission.Held || admission instanceof Admission.Unavailable;
        if (warning) {
            events.publish(() -> event(events.key(intent), admission));
        } else if (!(admission instanceof Admission.Run run && run.ticket().isDegraded())) {
            events.note(() -> event(events.key(intent), admission));
        }
        return admission;
    }

    private static AdmissionEvent event(KeyRef key, Admission admission) {
        return admission.match(new Admission.Cases<>() {
            @Override
            public AdmissionEvent run(Admission.Run run) {
                return new AdmissionEvent.Granted(
                        key, run.ticket().attempt(), run.ticket().reason());
            }

            @Override
            public AdmissionEvent replay(Admission.Replay replay) {
                return new AdmissionEvent.Replayed(
                        key, replay.answer().success(), replay.answer().saved().isOmitted());
            }

            @Override
            public AdmissionEvent conflict(Admission.Conflict conflict) {
                return new AdmissionEvent.Conflicted(key, conflict.cause());
            }

            @Override
            public AdmissionEvent mismatch(Admission.Mismatch mismatch) {
                return new AdmissionEvent.Mismatched(key);
            }

            @Override
            public AdmissionEvent expiredKey(Admission.ExpiredKey expiredKey) {
                return new AdmissionEvent.KeyExpired(key);
            }

            @Override
            public AdmissionEvent held(Admission.Held held) {
                return new AdmissionEvent.HeldBack(key, held.attempt());
            }

            @Override
            public AdmissionEvent unavailable(Admission.Unavailable unavailable) {
                return new AdmissionEvent.Undecided(key, unavailable.cause());
            }
        });
    }
}
