// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * Goes on behind so many lines instead of behind the last one. What is settled between two pages moves others out of
 * sight.
 */
@Breaks("R36")
public final class ListsByNumber extends OpenStore {

    public ListsByNumber(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> doubts(Question question) {
        return done(byNumber(question, whole -> listed(whole, Integer.MAX_VALUE)));
    }
}
