// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.Answer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt, by itself or by somebody's decision: one script for each kind, under the fence (R10), and a
 * shorter one for the answer of a first attempt.
 */
final class Endings {

    private final KeyNames names;
    private final Road road;
    private final Scripts scripts;
    private final ServerClock clock;
    private final Grants grants;

    Endings(KeyNames names, Road road, Scripts scripts, ServerClock clock, Grants grants) {
        this.names = names;
        this.road = road;
        this.scripts = scripts;
        this.clock = clock;
        this.grants = grants;
    }

    Answering<FinishAnswer> finish(Finish finish) {
        Grants.Grant grant = grants.take(finish.claimId());
        return grant != null && grant.isFor(finish) && finish.ending() instanceof Ending.Save save
                ? replaced(finish, save, grant)
                : ended(names.of(finish.id()), finish);
    }

    /** Nearly every attempt ends like this. Its instants are what Redis' clock is known to show; its expiry is Redis' own. */
    private Answering<FinishAnswer> replaced(Finish finish, Ending.Save save, Grants.Grant grant) {
        long now = clock.millis();
        Instant at = Millis.instant(now);
        long retention = Millis.of(finish.retention());
        Answer answer = new Answer(save.success(), save.saved(), save.schemaVersion(), finish.attempt(), at);
        KeyRecord record = grant.ended(answer, Millis.instant(now + retention));
        byte[] next = RecordBytes.ended(grant.written(), record, answer);
        Replacement applied = new Replacement(grant.key(), finish, new Sighting(record, at));
        scripts.replace(road, grant.key(), grant.written(), next, Words.of(retention), applied);
        return applied;
    }

    /** What becomes of an answer that takes the place of a first attempt. */
    private final class Replacement extends Asking<Boolean, FinishAnswer> {

        private final byte[] key;
        private final Finish finish;
        private final Sighting replaced;

        Replacement(byte[] key, Finish finish, Sighting replaced) {
            this.key = key;
            this.finish = finish;
            this.replaced = replaced;
        }

        @Override
        void onReply(@Nullable Boolean done) {
            if (Boolean.TRUE.equals(done)) {
                complete(new FinishAnswer.Applied(replaced));
            } else {
                follow(ended(key, finish));
            }
        }
    }

    private Answering<FinishAnswer> ended(byte[] key, Finish finish) {
        byte[] fence = RecordBytes.fence(finish.attempt(), finish.claimId());
        byte[] retention = Words.of(Millis.of(finish.retention()));
        CompletableFuture<Reply> reply;
        if (finish.ending() instanceof Ending.Save save) {
            reply = save(key, fence, retention, save, finish.attempt());
        } else if (finish.ending() instanceof Ending.Release release) {
            byte[] settled = Words.of(release.doubtSettled());
            reply = scripts.run(road, Script.RELEASE, key, fence, retention, Words.of(finish.onDoubt()), settled);
        } else {
            reply = scripts.run(road, Script.DOUBT, key, fence, retention, Words.of(finish.onDoubt()));
        }
        Answering<FinishAnswer> answer = new Answering<>();
        answer.follow(reply.thenApply(said -> Wording.finish(finish, said)));
        return answer;
    }

    private CompletableFuture<Reply> save(byte[] key, byte[] fence, byte[] retention, Ending.Save save, int attempt) {
        AnswerBytes answer = AnswerBytes.of(save.success(), save.saved(), save.schemaVersion(), attempt);
        byte[] state = Words.of(Codes.of(save.success() ? State.COMPLETED : State.FAILED));
        return scripts.run(road, Script.SAVE, key, fence, state, retention, answer.before(), answer.after());
    }

    CompletableFuture<SettleAnswer> settle(Settle settle) {
        State state = State.RELEASED;
        Reason reason = Reason.SETTLED_RERUN;
        AnswerBytes answer = AnswerBytes.NONE;
        if (settle.verdict() instanceof Settle.Verdict.Happened happened) {
            state = happened.success() ? State.COMPLETED : State.FAILED;
            reason = Reason.SETTLED_HAPPENED;
            answer = AnswerBytes.of(happened.success(), happened.saved(), happened.schemaVersion(), settle.attempt());
        } else if (settle.verdict() instanceof Settle.Verdict.DidNotHappen) {
            reason = Reason.SETTLED_DID_NOT_HAPPEN;
        }
        return scripts.run(
                        road,
                        Script.SETTLE,
                        names.of(settle.id()),
                        RecordBytes.fence(settle.attempt(), settle.claimId()),
                        RecordBytes.claimId(settle.settlementId()),
                        Words.of(Millis.of(settle.retention())),
                        Words.of(Codes.of(state)),
                        Words.of(Codes.of(reason)),
                        Words.of(settle.who()),
                        Words.of(settle.why()),
                        answer.before(),
                        answer.after())
                .thenApply(said -> Wording.settle(settle, said));
    }
}
