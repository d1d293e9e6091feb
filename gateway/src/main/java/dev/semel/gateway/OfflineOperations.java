// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Reconciliation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of a configuration as far as records tell of them: how long they are kept, how large their answers may be and of
 * which version, and what becomes of a doubt. Nothing else of it is read: whoever asks may have a gateway that does not start. Stateless.
 */
final class OfflineOperations {

    /** Nothing is claimed here: so short that it contradicts no retention. */
    private static final Duration NO_LEASE = Duration.ofMillis(50);

    private OfflineOperations() {}

    static List<Operation> of(Section root) {
        List<Operation> all = new ArrayList<>();
        for (Section route : root.sections("routes")) {
            route.find("operation").ifPresent(name -> all.add(operation(route, name)));
        }
        return all;
    }

    private static Operation operation(Section route, String name) {
        OperationBuilder operation = route.word("preset", RouteReader.PRESETS)
                .orElse(Operation::named)
                .apply(name)
                .lease(NO_LEASE)
                .completionWait(Duration.ZERO);
        route.duration("retention").ifPresent(operation::retention);
        route.number("answer-limit").ifPresent(operation::answerLimit);
        inDoubt(route).ifPresent(operation::inDoubt);
        AnswerReader.version(route, operation);
        try {
            return operation.build();
        } catch (IllegalArgumentException e) {
            throw route.bad("operation", name + " cannot be: " + e.getMessage());
        }
    }

    private static Optional<InDoubt> inDoubt(Section route) {
        return route.isMapping("in-doubt")
                // Who settles a record asks nobody; that somebody would be asked is what a record's next retry tells.
                ? Optional.of(InDoubt.reconcile(doubt -> CompletableFuture.completedFuture(Reconciliation.unknown())))
                : route.word("in-doubt", Map.of("rerun", InDoubt.rerun(), "hold", InDoubt.hold()));
    }
}
