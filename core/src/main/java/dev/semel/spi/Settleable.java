// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import java.util.concurrent.CompletionStage;

/** A store in which somebody can settle a record that nobody may take over (R16). */
public interface Settleable {

    /** Applies a settlement under the fence, as one atomic operation. */
    CompletionStage<SettleAnswer> settle(Settle settle);
}
