// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;
import java.util.Optional;

/**
 * What one configuration does with requests. A request keeps to the plan under which it began.
 *
 * @param http protects them
 * @param routes says where they go
 * @param keyCounter gives keys to clients, where they get them here
 * @param dialect says what the gateway has to say
 * @param meters counts them
 */
record Plan(
        HttpIdempotency http,
        RouteTable routes,
        Optional<KeyCounter> keyCounter,
        Dialect dialect,
        GatewayMeters meters) {}
