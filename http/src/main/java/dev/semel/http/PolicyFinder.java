// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.Optional;

/**
 * Finds the policy of a request by its head; {@link Routes} does it by path. Must be safe for use by several threads, and
 * not block. A policy's operation should not change while its records live.
 */
@FunctionalInterface
public interface PolicyFinder {

    /** The policy; empty where the request is not protected. */
    Optional<HttpPolicy> find(RequestHead head);
}
