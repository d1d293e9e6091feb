// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Hands an admission over to a client that may have gone meanwhile. */
final class Handover {

    private Handover() {}

    static CompletableFuture<HttpAdmission> of(
            CompletableFuture<Admission> admitted, Function<Admission, HttpAdmission> decide, Runnable hungUp) {
        if (admitted.isDone()) {
            return CompletableFuture.completedFuture(decide.apply(admitted.join()));
        }
        CompletableFuture<HttpAdmission> handed = new CompletableFuture<>();
        CompletableFuture<Admission> unused = admitted.whenComplete((admission, failure) -> {
            if (failure == null) {
                pass(admission, decide, handed, hungUp);
            } else {
                hungUp.run();
                handed.completeExceptionally(failure);
            }
        });
        followHangUp(handed, admitted, hungUp);
        return handed;
    }

    private static void followHangUp(
            CompletableFuture<HttpAdmission> handed, CompletableFuture<Admission> admitted, Runnable hungUp) {
        CompletableFuture<HttpAdmission> unused = handed.whenComplete((result, failure) -> {
            if (handed.isCancelled()) {
                admitted.cancel(false);
                hungUp.run();
            }
        });
    }

    private static void pass(
            Admission admission,
            Function<Admission, HttpAdmission> decide,
            CompletableFuture<HttpAdmission> handed,
            Runnable hungUp) {
        try {
            hand(decide.apply(admission), handed, hungUp);
        } catch (RuntimeException | Error e) {
            // No memory to read a saved answer with, for example: somebody waits to be told.
            hungUp.run();
            handed.completeExceptionally(e);
        }
    }

    /** A ticket that comes when nobody waits for it any more is known to have done nothing. */
    private static void hand(HttpAdmission admission, CompletableFuture<HttpAdmission> handed, Runnable hungUp) {
        if (handed.complete(admission)) {
            return;
        }
        if (admission instanceof HttpAdmission.Run run) {
            run.exchange().released();
            run.exchange().sent();
        } else {
            hungUp.run();
        }
    }
}
