// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks every step of the store by every rule, and remembers it. */
final class Referee {

    private final World world;
    private final List<Rule> rules = new ArrayList<>(StoreRules.ALL);
    private final Map<RecordId, Life> lives = new HashMap<>();

    Referee(World world, boolean oracle) {
        this.world = world;
        if (oracle) {
            rules.add(new OracleRule());
        }
    }

    Life life(RecordId id) {
        return lives.computeIfAbsent(id, unknown -> new Life());
    }

    void see(Step step) {
        Life life = life(step.id());
        if (life.last != null && life.last.expiredAt(step.at())) {
            world.seen(Seen.RECORD_EXPIRED);
            life.fall(step.at());
            life.last = null;
        }
        Rule.Verdict verdict =
                rule -> world.violated(rule + " (" + world.words().of(step) + ")");
        for (Rule rule : rules) {
            rule.check(step, life, verdict);
        }
        remember(step, life);
    }

    private void remember(Step step, Life life) {
        KeyRecord after = step.after();
        if (after != null && step.changed()) {
            life.payloads.add(after.fingerprint());
            rememberLease(step, life, after);
            rememberDoubt(step, life, after);
            rememberAnswer(step, life, after);
        }
        life.last = after;
    }

    private static void rememberLease(Step step, Life life, KeyRecord after) {
        if (after.state() == State.IN_PROGRESS) {
            life.leases.put(after.claimId(), after.leaseUntil());
        } else if (step.before() != null) {
            life.leases.remove(step.before().claimId());
        }
    }

    private static void rememberDoubt(Step step, Life life, KeyRecord after) {
        KeyRecord before = step.before();
        boolean unknown = before != null && before.state() == State.IN_PROGRESS && before.answer() == null;
        if (step.answer() instanceof ClaimAnswer.Granted && step.command() instanceof Claim claim) {
            boolean taken = unknown && !before.claimId().equals(claim.claimId());
            life.doubtful |= taken;
        } else if (after.state() == State.IN_DOUBT) {
            life.doubtful = true;
        } else if (after.state() != State.IN_PROGRESS) {
            life.doubtful = false;
        }
    }

    private static void rememberAnswer(Step step, Life life, KeyRecord after) {
        Answer answer = after.answer();
        if (after.state().isFinal() && answer != null && !answer.equals(life.standing)) {
            life.stand(after.fingerprint(), answer, step.at(), step.at().plus(retention(step)));
        }
    }

    private static Duration retention(Step step) {
        if (step.command() instanceof Finish finish && finish.ending() instanceof Ending.Save) {
            return finish.retention();
        }
        return step.command() instanceof Settle settle ? settle.retention() : Duration.ZERO;
    }
}
