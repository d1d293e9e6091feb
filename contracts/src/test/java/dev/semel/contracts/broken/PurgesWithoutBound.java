// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * A purge removes all at once, whatever its limit. In the field it holds locks for minutes, and claims wait for
 * it.
 */
@Breaks("R5")
public final class PurgesWithoutBound extends OpenStore {

    public PurgesWithoutBound(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return super.purge(Integer.MAX_VALUE);
    }
}
