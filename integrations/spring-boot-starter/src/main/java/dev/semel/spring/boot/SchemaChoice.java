// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

/** What is done about the tables at start-up: the values of {@code semel.jdbc.schema}. */
enum SchemaChoice {
    /** Nothing, not even a look. */
    NEVER,
    /** They are made where they are missing, and checked where they are not. */
    CREATE,
    /** They are checked. */
    VALIDATE
}
