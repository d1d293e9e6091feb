// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * Counts the records of a page and not their bytes. In the field a page of large answers takes the memory of the process.
 */
@Breaks("R29")
public final class BrowsesByTheTon extends OpenStore {

    public BrowsesByTheTon(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return done(page(question, question.size()));
    }
}
