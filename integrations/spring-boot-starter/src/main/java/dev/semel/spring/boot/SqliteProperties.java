// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the store on SQLite.
 *
 * @param file The store's own file, which only one process may have open. By default beside the file of the application's SQLite data source, with ".semel" after its name.
 */
record SqliteProperties(@Nullable Path file) {

    /** What holds where nothing is set. */
    static final SqliteProperties DEFAULTS = new SqliteProperties(null);
}
