// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import java.util.concurrent.CompletableFuture;

/** Hands an admission over to somebody who may have lost interest: a ticket that nobody takes is given back (R18). */
final class HandedOver {

    private HandedOver() {}

    static CompletableFuture<Admission> to(Caller caller, CompletableFuture<Admission> admission) {
        if (admission.isDone()) {
            return admission;
        }
        CompletableFuture<Admission> handed = new CompletableFuture<>();
        Stages.follow(
                admission,
                known -> {
                    if (!handed.complete(known)) {
                        giveBack(known);
                    }
                },
                handed::completeExceptionally);
        Stages.whenOver(handed, () -> {
            if (!admission.isDone()) {
                caller.hangUp();
            }
        });
        return handed;
    }

    /** A ticket that comes when nobody waits for it any more is known to have done nothing. */
    static void giveBack(Admission admission) {
        if (admission instanceof Admission.Run run) {
            run.ticket().release();
        }
    }
}
