// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that breaks its promises when it is claimed. */
final class BadStore extends StoreBetween {

    /** How a claim goes wrong. */
    interface Claiming {
        @Nullable
        CompletionStage<ClaimAnswer> answer();
    }

    private @Nullable Claiming claiming;
    private int claims;

    BadStore(IdempotencyStore store) {
        super(store);
    }

    void claims(Claiming wrong) {
        claiming = wrong;
    }

    void isGood() {
        claiming = null;
    }

    int claims() {
        return claims;
    }

    @Override
    @SuppressWarnings("NullAway")
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        claims++;
        return claiming == null ? super.claim(claim) : claiming.answer();
    }
}
