// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a handler's answer, or its exception, says about the work (R15). By default: 2xx, 3xx, 4xx and 500 are saved; 401,
 * 403, 425 and 429 release the key; 408, every other 5xx and what is no status at all are in doubt; an exception is what the operation's classifier
 * says, in doubt unless that was changed. Immutable.
 */
public final class OutcomeRules {

    private static final OutcomeRules DEFAULTS = new OutcomeRules(standard(), List.of());
    private static final int LOWEST = 200;
    private static final int BEYOND = 600;

    private final Verdict[] byStatus;
    private final List<Exceptional> exceptions;

    private OutcomeRules(Verdict[] byStatus, List<Exceptional> exceptions) {
        this.byStatus = byStatus;
        this.exceptions = exceptions;
    }

    /** The rules as described above. */
    public static OutcomeRules defaults() {
        return DEFAULTS;
    }

    /** These rules, but for one status. */
    public OutcomeRules status(int status, Verdict verdict) {
        if (status < LOWEST || status >= BEYOND) {
            throw new SettingException("outcomes.status", "is " + status + ", must be 200 to 599");
        }
        Verdict[] changed = byStatus.clone();
        changed[status] = verdict;
        return new OutcomeRules(changed, exceptions);
    }

    /** These rules, but for an exception and its subclasses: {@link Verdict#RELEASE} or {@link Verdict#DOUBT}. */
    public OutcomeRules exception(Class<? extends Throwable> type, Verdict verdict) {
        if (verdict == Verdict.SAVE) {
            throw new SettingException("outcomes.exception", "an exception has no answer to save; give one for it");
        }
        return with(new Exceptional(type, verdict, Optional.empty()));
    }

    /** These rules, but for an exception and its subclasses: it is a known failure, and this is its answer, saved. */
    public <T extends Throwable> OutcomeRules exception(Class<T> type, Function<? super T, HttpAnswer> answer) {
        return with(new Exceptional(type, Verdict.SAVE, Optional.of(failure -> answer.apply(type.cast(failure)))));
    }

    /** What an answer of this status says. */
    public Verdict of(int status) {
        return status < LOWEST || status >= BEYOND ? Verdict.DOUBT : byStatus[status];
    }

    /** The rule for an exception; the last one that fits counts. */
    Optional<Exceptional> of(Throwable failure) {
        for (int i = exceptions.size() - 1; i >= 0; i--) {
            if (exceptions.get(i).type.isInstance(failure)) {
                return Optional.of(exceptions.get(i));
            }
        }
        return Optional.empty();
    }

    private OutcomeRules with(Exceptional exception) {
        List<Exceptional> more = new ArrayList<>(exceptions);
        more.add(exception);
        return new OutcomeRules(byStatus, List.copyOf(more));
    }

    private static Verdict[] standard() {
        Verdict[] verdicts = new Verdict[BEYOND];
        Arrays.fill(verdicts, Verdict.SAVE);
        Arrays.fill(verdicts, 501, BEYOND, Verdict.DOUBT);
        verdicts[408] = Verdict.DOUBT;
        for (int status : new int[] {401, 403, 425, 429}) {
            verdicts[status] = Verdict.RELEASE;
        }
        return verdicts;
    }

    /** What an exception says. */
    record Exceptional(
            Class<? extends Throwable> type, Verdict verdict, Optional<Function<Throwable, HttpAnswer>> answer) {}
}
