// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

/** How problems look: the values of {@code semel.http.dialect}. */
enum DialectChoice {
    IETF,
    STRIPE
}
