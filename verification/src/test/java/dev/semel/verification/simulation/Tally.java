// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Admission;
import dev.semel.Reconciliation;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RenewAnswer;
import dev.semel.state.SettleAnswer;
import dev.semel.state.State;
import java.util.EnumMap;
import java.util.Map;

/** Counts what happened in one schedule. */
final class Tally {

    private final Map<Seen, Integer> counts = new EnumMap<>(Seen.class);

    void see(Seen seen) {
        counts.merge(seen, 1, Integer::sum);
    }

    Map<Seen, Integer> counts() {
        return counts;
    }

    void see(Fault fault) {
        switch (fault) {
            case CRASH_AFTER_SENDING, CRASH_BEFORE_SENDING -> see(Seen.CRASH);
            case PAUSE -> see(Seen.PAUSE);
            case LOSE_REQUEST -> see(Seen.LOST_REQUEST);
            case LOSE_REPLY -> see(Seen.LOST_REPLY);
            case LATE_REQUEST, LATE_REPLY -> see(Seen.LATE_MESSAGE);
            case DUPLICATE -> see(Seen.DOUBLED_REQUEST);
            case FAIL_AFTER, FAIL_BEFORE, THROW -> see(Seen.FAILED_CALL);
            case CLOSE -> see(Seen.CLOSED_ENGINE);
            case LOCAL -> {}
        }
    }

    void see(Step step) {
        if (step.answer() instanceof ClaimAnswer answer && step.command() instanceof Claim claim) {
            see(claimed(step, answer, claim));
        } else if (step.answer() instanceof FinishAnswer answer && step.command() instanceof Finish finish) {
            finished(step, answer, finish);
        } else if (step.answer() instanceof RenewAnswer answer) {
            see(answer == RenewAnswer.RENEWED ? Seen.RENEWED : Seen.RENEWAL_LOST);
        } else if (step.command() instanceof Abandon) {
            see(step.changed() ? Seen.ABANDON_FREED : Seen.ABANDON_NOTHING);
        } else if (step.answer() instanceof SettleAnswer answer) {
            see(answer instanceof SettleAnswer.Settled ? Seen.SETTLED : Seen.SETTLE_REFUSED);
        } else if (step.answer() instanceof Integer purged && purged > 0) {
            see(Seen.RECORD_PURGED);
        }
    }

    private static Seen claimed(Step step, ClaimAnswer answer, Claim claim) {
        if (answer instanceof ClaimAnswer.Granted granted) {
            KeyRecord before = step.before();
            boolean again = before != null && before.claimId().equals(claim.claimId());
            return again ? Seen.CLAIM_RECOGNISED : granted(granted.sighting().record());
        }
        if (answer instanceof ClaimAnswer.Final) {
            return Seen.CLAIM_FINAL;
        }
        if (answer instanceof ClaimAnswer.InProgress) {
            return Seen.CLAIM_IN_PROGRESS;
        }
        if (answer instanceof ClaimAnswer.Held) {
            return Seen.CLAIM_HELD;
        }
        if (answer instanceof ClaimAnswer.Spent) {
            return Seen.CLAIM_SPENT;
        }
        return answer instanceof ClaimAnswer.Mismatch ? Seen.CLAIM_MISMATCH : Seen.CLAIM_TOO_OLD;
    }

    private static Seen granted(KeyRecord record) {
        return switch (record.reason()) {
            case LEASE_LAPSED -> Seen.TAKEOVER_LAPSED;
            case IN_DOUBT -> Seen.TAKEOVER_IN_DOUBT;
            case RELEASED -> Seen.TAKEOVER_RELEASED;
            case OLDER_VERSION -> Seen.TAKEOVER_OLDER_VERSION;
            default -> Seen.GRANTED_NEW;
        };
    }

    private void finished(Step step, FinishAnswer answer, Finish finish) {
        if (answer instanceof FinishAnswer.Fenced) {
            see(Seen.FINISH_FENCED);
        } else if (answer instanceof FinishAnswer.AlreadyEnded) {
            see(Seen.FINISH_REPEATED);
        } else if (step.after() != null) {
            applied(step, step.after(), finish);
        }
    }

    private void applied(Step step, KeyRecord after, Finish finish) {
        if (finish.ending() instanceof Ending.Save save) {
            see(save.success() ? Seen.SAVED_SUCCESS : Seen.SAVED_FAILURE);
            if (save.saved().isOmitted()) {
                see(Seen.SAVED_OMITTED);
            }
            if (step.before() != null && step.before().state() == State.IN_DOUBT) {
                see(Seen.SAVED_AFTER_DOUBT);
            }
        } else if (after.state().isFinal()) {
            see(Seen.OLDER_ANSWER_GIVEN_BACK);
        } else if (after.state() == State.RELEASED) {
            see(Seen.RELEASED);
        } else {
            see(finish.ending() instanceof Ending.Doubt ? Seen.DOUBT_RECORDED : Seen.DOUBT_KEPT_ON_RELEASE);
        }
    }

    void see(Reconciliation answer) {
        if (answer instanceof Reconciliation.Happened) {
            see(Seen.RECONCILED_HAPPENED);
        } else {
            see(
                    answer instanceof Reconciliation.DidNotHappen
                            ? Seen.RECONCILED_DID_NOT_HAPPEN
                            : Seen.RECONCILED_UNKNOWN);
        }
    }

    void see(Request request, Admission admission) {
        if (admission instanceof Admission.Replay) {
            see(request.hasWaited() ? Seen.CLIENT_REPLAY_AFTER_WAIT : Seen.CLIENT_REPLAY);
        } else if (admission instanceof Admission.Conflict) {
            see(Seen.CLIENT_CONFLICT);
        } else if (admission instanceof Admission.Mismatch) {
            see(Seen.CLIENT_MISMATCH);
        } else if (admission instanceof Admission.Held) {
            see(Seen.CLIENT_HELD);
        } else if (admission instanceof Admission.Unavailable) {
            see(Seen.CLIENT_UNAVAILABLE);
        }
    }
}
