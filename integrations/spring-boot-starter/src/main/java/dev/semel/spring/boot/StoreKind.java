// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Locale;

/** Where records can be kept: the values of {@code semel.store}. */
enum StoreKind {
    POSTGRESQL,
    MYSQL,
    MARIADB,
    SQLITE,
    REDIS,
    MEMORY;

    /** As it is written in properties. */
    String property() {
        return name().toLowerCase(Locale.ROOT);
    }
}
