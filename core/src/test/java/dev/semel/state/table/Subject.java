// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import java.util.List;
import java.util.Map;

/** What one decision table is about: the combinations that can be, and how each is put to Transitions. */
interface Subject {

    /** The table's name on the page. */
    String table();

    /** Every combination that must be matched by exactly one row. */
    List<Map<String, String>> combinations();

    /** Puts a combination to Transitions, in each of the ways in which it can look. */
    List<Run> runs(Map<String, String> combination);

    /** All decision tables of the page. */
    static List<Subject> all() {
        return List.of(
                new ClaimSubject(),
                new VersionedClaimSubject(),
                new KeyAgeSubject(),
                new FinishSubject(),
                new RenewSubject(),
                new AbandonSubject(),
                new SettleSubject());
    }
}
