// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import dev.semel.http.HttpIdempotencyBuilder;

/** A bean that changes the settings of HTTP after the properties have been applied. */
@FunctionalInterface
public interface HttpCustomizer {

    /** Called once. */
    void customize(HttpIdempotencyBuilder http);
}
