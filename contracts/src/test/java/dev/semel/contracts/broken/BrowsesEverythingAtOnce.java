// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.util.concurrent.CompletionStage;

/**
 * Answers with all records whatever the size asked for, as {@code KEYS} does. In the field a look stalls the service.
 */
@Breaks("R36")
public final class BrowsesEverythingAtOnce extends OpenStore {

    public BrowsesEverythingAtOnce(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return done(page(question, Integer.MAX_VALUE));
    }
}
