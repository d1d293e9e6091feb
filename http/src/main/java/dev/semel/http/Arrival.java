// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Tenant;

/**
 * What a request's head says.
 *
 * @param policy the operation that it asks for
 * @param tenant who asks
 * @param key under which key; it may be missing when the body can have it
 * @param answers what it gets if it does not run
 */
record Arrival(HttpPolicy policy, Tenant tenant, FoundKey key, Answers answers) {}
