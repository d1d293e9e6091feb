// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Says after the first page that there are no more. In the field an in-doubt payment is never found.
 */
@Breaks("R36")
public final class BrowsesOnlyTheFirstPage extends OpenStore {

    public BrowsesOnlyTheFirstPage(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return done(new Page(page(question, question.size()).found(), Optional.empty()));
    }
}
