// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;

/**
 * What one configuration does with requests. A request keeps to the plan under which it began.
 *
 * @param http protects them
 * @param routes says where they go
 * @param dialect says what the gateway has to say
 * @param meters counts them
 */
record Plan(HttpIdempotency http, RouteTable routes, Dialect dialect, GatewayMeters meters) {}
