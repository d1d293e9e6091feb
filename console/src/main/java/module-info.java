// SPDX-License-Identifier: Apache-2.0
/** What operators see of the records, and how they settle them: a page and a JSON API as a plain handler. */
module dev.semel.console {
    requires static org.jspecify;
    requires transitive dev.semel.http;
    requires com.fasterxml.jackson.core;

    exports dev.semel.console;
}
