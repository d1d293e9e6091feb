// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * A purge that finds nothing to do. In the field the table grows until the disk is full.
 */
@Breaks("R5")
public final class NeverPurges extends OpenStore {

    public NeverPurges(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return done(0);
    }
}
