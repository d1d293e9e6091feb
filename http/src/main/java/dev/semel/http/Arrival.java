// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Tenant;

/**
 * What a request's head says.
 *
 * @param policy the operation that it asks for
 * @param tenant who asks
 * @param key under which key
 * @param answers what it gets if it does not run
 */
record Arrival(HttpPolicy policy, Tenant tenant, String key, Answers answers) {}
