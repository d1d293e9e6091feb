// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import java.util.List;

/** The parameters of MariaDB's and MySQL's statements, in their order. */
final class InnoDbSheets {

    private InnoDbSheets() {}

    static Sheet<Claim> newKeys(List<Claim> claims) {
        return new Sheet<>(claims, Claim::id)
                .bytes(claim -> claim.fingerprint().toBytes())
                .claimIds(Claim::claimId)
                .longs(claim -> Micros.of(claim.lease()))
                .longs(Terms::longest)
                .longs(claim -> Micros.of(claim.retention()))
                .longs(Terms::acceptedUntil);
    }

    static Sheet<Claim> knownKeys(List<Claim> claims) {
        return newKeys(claims)
                .booleans(claim -> claim.onDoubt() == OnDoubt.TAKE)
                .ints(Claim::rerunBelow);
    }

    static Sheet<Finish> endings(List<Finish> batch) {
        return new Sheet<>(batch, Finish::id)
                .ints(Finish::attempt)
                .claimIds(Finish::claimId)
                .texts(command -> Terms.ending(command.ending()))
                .booleans(command -> command.ending() instanceof Ending.Release release && release.doubtSettled())
                .longs(command -> Micros.of(command.retention()))
                .booleans(command -> command.onDoubt() == OnDoubt.HOLD)
                .answers(command -> AnswerParts.of(command.ending()));
    }

    static Sheet<Renewal> renewals(List<Renewal> batch) {
        return new Sheet<>(batch, Renewal::id)
                .ints(Renewal::attempt)
                .claimIds(Renewal::claimId)
                .longs(renewal -> Micros.of(renewal.lease()))
                .longs(renewal -> Micros.of(renewal.retention()));
    }

    static Sheet<Settle> settlements(List<Settle> batch) {
        return new Sheet<>(batch, Settle::id)
                .ints(Settle::attempt)
                .claimIds(Settle::claimId)
                .claimIds(Settle::settlementId)
                .texts(command -> Terms.reason(command.verdict()))
                .texts(command -> HistoryText.words(command.who(), command.why()))
                .longs(command -> Micros.of(command.retention()))
                .answers(command -> AnswerParts.of(command.verdict()));
    }
}
