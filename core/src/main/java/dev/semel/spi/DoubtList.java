// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.util.concurrent.CompletionStage;

/**
 * A store that keeps a list of what waits for somebody's decision, beside its records, so that an operator's inbox is there at
 * once, however many records there are (R16, R36). It may lack some: nobody writes anything when a lease runs out, and a store may lose
 * its list, or bound it. Those are found by {@link Browsable#browse}, which puts on the list what it comes by.
 */
public interface DoubtList extends Browsable {

    /**
     * Gives the next page of those records that the list has and that match: records in doubt, and attempts whose lease has
     * lapsed and of which a retry was told to hold, or that somebody came by. Each is shown as it is now, and none that does not wait any more. Costs as
     * much as the list is long. Whoever follows the pages to their end has seen every record that was listed and
     * matched all the while; one may come twice. Looking changes no record.
     *
     * @param question what is looked for; a place is one of a page of this list, and not of {@link Browsable#browse}
     */
    CompletionStage<Page> doubts(Question question);
}
