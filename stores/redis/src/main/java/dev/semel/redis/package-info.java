// SPDX-License-Identifier: Apache-2.0
/**
 * A store on Redis or Valkey, through Lettuce: {@link dev.semel.redis.RedisStore}. One flat value for each record, one
 * native command for a new key or a replay, one script for every other transition.
 */
@NullMarked
package dev.semel.redis;

import org.jspecify.annotations.NullMarked;
