// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * Gives the whole list whatever was asked for.
 */
@Breaks("R29")
public final class ListsEverythingAtOnce extends OpenStore {

    public ListsEverythingAtOnce(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> doubts(Question question) {
        return done(listed(question, Integer.MAX_VALUE));
    }
}
