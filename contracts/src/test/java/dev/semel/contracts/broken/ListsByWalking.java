// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * Looks at all records to show the few that are in doubt. In the field the inbox is empty for as long as that takes.
 */
@Breaks("R36")
public final class ListsByWalking extends OpenStore {

    public ListsByWalking(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> doubts(Question question) {
        Page page = listed(question, question.size());
        return done(new Page(page.found(), page.next(), shelf.records().size()));
    }
}
