// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.util.concurrent.CompletionStage;

/** A store that does not forget expired records by itself (R5). */
public interface Purgeable {

    /**
     * Removes at most {@code limit} records that have expired by the store's clock, in any state, and nothing else.
     * Never blocks claims. Answers how many were removed. None means that nothing had expired; fewer than {@code limit} means that
     * the purge may rest, and what expired while it was under way may be left for the next one.
     */
    CompletionStage<Integer> purge(int limit);
}
