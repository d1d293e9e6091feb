// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

/** Who owns a key: the values of {@code semel.http.tenants}. */
enum TenantChoice {
    /** The authenticated principal; all who have none share their keys, which is said aloud. */
    PRINCIPAL_OR_SHARED,
    /** The authenticated principal; a request without one is refused. */
    PRINCIPAL,
    /** The value of the header that semel.http.tenant-header names. */
    HEADER,
    /** One tenant for all. */
    SOLE
}
