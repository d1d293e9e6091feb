// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import java.time.Instant;

/**
 * Lists the doubts of all tenants to whoever asks for those of one.
 */
@Breaks("R23")
public final class ListShowsOtherTenants extends OpenStore {

    public ListShowsOtherTenants(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        Question ofAll = new Question(question.states(), null, question.operation(), question.after(), question.size());
        return super.isListed(record, ofAll, now);
    }
}
