// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Follows pages to their end. */
final class Paging {

    private Paging() {}

    static List<Page> pages(Question first, Function<Question, CompletionStage<Page>> look) {
        List<Page> pages = new ArrayList<>();
        Page page = Await.answer(look.apply(first));
        pages.add(page);
        while (page.next().isPresent()) {
            page = Await.answer(look.apply(first.after(page.next().orElseThrow())));
            pages.add(page);
        }
        return pages;
    }

    /** What the pages show, as the last of them that has it does. */
    static Map<RecordId, Sighting> seen(List<Page> pages) {
        Map<RecordId, Sighting> seen = new HashMap<>();
        pages.forEach(page -> add(page, seen));
        return seen;
    }

    static void add(Page page, Map<RecordId, Sighting> seen) {
        page.found().forEach(sighting -> seen.put(sighting.record().id(), sighting));
    }
}
