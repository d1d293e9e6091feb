// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Sighting;
import java.util.List;
import java.util.Optional;
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
        int skipped = Integer.parseInt(question.after().orElse("0"));
        Question whole = new Question(
                question.states(), question.tenant(), question.operation(), Optional.empty(), question.size());
        List<Sighting> all = page(whole, Integer.MAX_VALUE).found();
        int end = Math.min(all.size(), skipped + question.size());
        return done(new Page(
                all.subList(Math.min(skipped, end), end),
                end < all.size() ? Optional.of(Integer.toString(end)) : Optional.empty()));
    }
}
