// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

/**
 * A statement as it is sent.
 *
 * @param text what is sent
 * @param pinned whether settings go ahead of it in the same round trip; they have a result of their own
 */
record PostgresSql(String text, boolean pinned) {

    /**
     * For the statement that follows, and no longer. A plan takes longer to make than to run, so it is made once; and it is
     * made when the table is small and lives on when it has grown: then only a nested loop over the primary key is right,
     * and nothing else may be chosen.
     */
    private static final String BY_KEY_ONLY = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true),"
            + " set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),"
            + " set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true),"
            + " set_config('jit', 'off', true);\n";

    static PostgresSql pinned(String text) {
        return new PostgresSql(BY_KEY_ONLY + text, true);
    }

    static PostgresSql bare(String text) {
        return new PostgresSql(text, false);
    }
}
