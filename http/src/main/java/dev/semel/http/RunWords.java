// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Ticket;
import java.util.Locale;
import java.util.Optional;

/** Tells a watch what an engine says, in words from short lists. */
final class RunWords {

    private RunWords() {}

    static void tell(RequestWatch watch, Admission admission) {
        if (admission instanceof Admission.Run run) {
            watch.runs(run.ticket().attempt(), run.ticket().reason());
            run.ticket().onLost(watch::lost);
        }
        cause(admission).ifPresent(watch::refuses);
        watch.ended(admission.match(new AdmissionWords()));
    }

    static void tell(RequestWatch watch, Ticket ticket, Completion completion) {
        watch.finished(ticket.isDegraded() ? "unprotected" : of(completion));
    }

    private static String of(Completion completion) {
        if (completion instanceof Completion.Recorded recorded) {
            return word(recorded.sighting().record().state());
        }
        return completion instanceof Completion.Lost ? "lost" : "unrecorded";
    }

    private static Optional<String> cause(Admission admission) {
        if (admission instanceof Admission.Conflict conflict) {
            return Optional.of(word(conflict.cause()));
        }
        return admission instanceof Admission.Unavailable unavailable
                ? Optional.of(word(unavailable.cause()))
                : Optional.empty();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
