// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.Abandon;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Renewals, all in one pipeline, and the freeing of claims that were given up: never held up by anything else. */
final class Upkeep {

    private final KeyNames names;
    private final Road road;
    private final Scripts scripts;
    private final Grants grants;

    Upkeep(KeyNames names, Road road, Scripts scripts, Grants grants) {
        this.names = names;
        this.road = road;
        this.scripts = scripts;
        this.grants = grants;
    }

    CompletableFuture<List<RenewAnswer>> renew(List<Renewal> batch) {
        List<CompletableFuture<RenewAnswer>> answers =
                batch.stream().map(this::renew).toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<RenewAnswer> renew(Renewal renewal) {
        return scripts.run(
                        road,
                        Script.RENEW,
                        names.of(renewal.id()),
                        RecordBytes.fence(renewal.attempt(), renewal.claimId()),
                        Words.of(Millis.of(renewal.lease())),
                        Words.of(Millis.of(renewal.retention())))
                .thenApply(reply -> renewed(renewal, reply))
                .exceptionally(failure -> RenewAnswer.UNKNOWN);
    }

    private RenewAnswer renewed(Renewal renewal, Reply reply) {
        if (!reply.isWritten()) {
            return RenewAnswer.LOST;
        }
        grants.renewed(renewal.claimId(), reply.at().plus(renewal.lease()));
        return RenewAnswer.RENEWED;
    }

    CompletableFuture<Boolean> abandon(Abandon abandon) {
        byte[] claimId = RecordBytes.claimId(abandon.claimId());
        return scripts.run(road, Script.ABANDON, names.of(abandon.id()), claimId)
                .thenApply(Reply::isWritten);
    }
}
