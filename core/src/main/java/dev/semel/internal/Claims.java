// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.IssuedKeys;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.key.KeyBirth;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyAge;
import dev.semel.state.OnDoubt;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says in a claim what an operation's policy asks of the store. */
final class Claims {

    private Claims() {}

    static Claim of(Intent intent, ClaimId claimId) {
        Operation operation = intent.operation();
        return new Claim(
                intent.recordId(),
                intent.fingerprint(),
                claimId,
                operation.lease(),
                operation.maxDuration(),
                operation.retention(),
                onDoubt(operation),
                rerunBelow(operation),
                keyAge(intent));
    }

    static OnDoubt onDoubt(Operation operation) {
        return operation.inDoubt() instanceof InDoubt.Hold ? OnDoubt.HOLD : OnDoubt.TAKE;
    }

    static int rerunBelow(Operation operation) {
        return operation.olderAnswers() instanceof OlderAnswer.Rerun ? operation.version() : 0;
    }

    static boolean wantsRerun(Operation operation, Answer answer) {
        return answer.schemaVersion() < rerunBelow(operation);
    }

    private static @Nullable KeyAge keyAge(Intent intent) {
        Optional<IssuedKeys> issued = intent.operation().issuedKeys();
        return issued.isPresent() ? issued.get().age(intent.key().value()) : ageByItself(intent);
    }

    /** Of a key that a client has made. */
    private static @Nullable KeyAge ageByItself(Intent intent) {
        Optional<Duration> margin = intent.operation().lateRetry().margin();
        if (margin.isEmpty()) {
            return null;
        }
        Optional<Instant> born = KeyBirth.of(intent.key().value());
        Duration limit = intent.operation().retention().plus(margin.get());
        return born.isPresent() ? new KeyAge(born.get(), limit) : null;
    }
}
