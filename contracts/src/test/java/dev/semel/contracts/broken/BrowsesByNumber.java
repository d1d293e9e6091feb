// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * Goes on behind so many records instead of behind the last one. What ends between two pages moves others out of sight.
 */
@Breaks("R36")
public final class BrowsesByNumber extends OpenStore {

    public BrowsesByNumber(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return done(byNumber(question, whole -> page(whole, Integer.MAX_VALUE)));
    }
}
